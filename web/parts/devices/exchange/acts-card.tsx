import { ArrowRightLeft, Replace, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { pathToDevice } from '../../../paths.ts'
import { words } from '../../../app/phrases/catalogues.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { Card } from '../../../kit/card.tsx'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import type { Credentials } from '../gateway/credentials-sheet.tsx'

const ReplaceSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./replace-sheet.tsx'), words.need('scanner')])
  return file.ReplaceSheet
})
const TransferSheet = lazySheet(async () => (await import('./transfer-sheet.tsx')).TransferSheet)
const CredentialsSheet = lazySheet(
  async () => (await import('../gateway/credentials-sheet.tsx')).CredentialsSheet,
)
const RemoveSheet = lazySheet(async () => (await import('./remove-sheet.tsx')).RemoveSheet)

type Act = 'replace' | 'transfer' | 'remove'

/** Replace, move and delete; each in a sheet of its own, loaded when it is wanted. Nothing for a removed device. */
export function ActsCard({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('exchange')
  const { device } = detail
  const mayReplace = useAllowed('device:device:replace', detail.station.id)
  const mayRemove = useAllowed('device:device:delete', detail.station.id)
  const [act, setAct] = useState<Act | null>(null)
  const [next, setNext] = useState<{ id: string; credentials: Credentials } | null>(null)
  // What is shown once stays until it is closed, also when the page has learned by then that the device is gone.
  if (next === null && (device.removedAt !== null || !(mayReplace || mayRemove))) return null
  const close = (): void => setAct(null)
  const follow = (id: string): void => navigate.replace(pathToDevice(device.kind, id))
  const done = (id: string, credentials: Credentials | null): void => {
    close()
    if (credentials) setNext({ id, credentials })
    else follow(id)
  }
  return (
    <>
      <Card flush title={t('title')}>
        <Rows>
          {mayReplace && (
            <Row
              icon={<Replace size={20} aria-hidden />}
              label={t('replace')}
              hint={t('replaceHint')}
              onPress={() => setAct('replace')}
            />
          )}
          {mayReplace && device.kind === 'gateway' && (
            <Row
              icon={<ArrowRightLeft size={20} aria-hidden />}
              label={t('transfer')}
              hint={t('transferHint')}
              onPress={() => setAct('transfer')}
            />
          )}
          {mayRemove && (
            <Row
              danger
              icon={<Trash2 size={20} aria-hidden />}
              label={t('remove')}
              onPress={() => setAct('remove')}
            />
          )}
        </Rows>
      </Card>
      {act === 'replace' && <ReplaceSheet detail={detail} onClose={close} onDone={done} />}
      {act === 'transfer' && <TransferSheet detail={detail} onClose={close} onDone={done} />}
      {act === 'remove' && <RemoveSheet detail={detail} onClose={close} />}
      {next && (
        <CredentialsSheet
          credentials={next.credentials}
          onClose={() => {
            follow(next.id)
            setNext(null)
          }}
        />
      )}
    </>
  )
}
