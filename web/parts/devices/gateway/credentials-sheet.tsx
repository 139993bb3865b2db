import type { Answer } from '../../../app/data/call-types.ts'
import { KeyRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../kit/button.tsx'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import editing from '../editing.module.css'
import { Note } from '../../states/note.tsx'

import styles from './gateway.module.css'

export type Credentials = Answer<'POST /api/devices/{deviceId}/credentials'>['credentials']

/** The secret of a gateway, this once. It closes by its own button alone, so that no slip of the finger loses it. */
export function CredentialsSheet({
  credentials,
  onClose,
}: {
  credentials: Credentials | null
  onClose: () => void
}) {
  const t = useTranslations('gateway.login')
  return (
    <Sheet open={credentials !== null} title={t('shownTitle')} size="full">
      {credentials && <Shown credentials={credentials} onClose={onClose} />}
    </Sheet>
  )
}

function Shown({ credentials, onClose }: { credentials: Credentials; onClose: () => void }) {
  const t = useTranslations('gateway.login')
  const device = useTranslations('device')
  const { user, secret, topicPrefix, host, port, tls } = credentials
  const rows = [
    [t('user'), user],
    [t('secret'), secret],
    [t('host'), host],
    [t('port'), String(port)],
    [t('topic'), topicPrefix],
  ] as const
  const encryption = device(tls ? 'yes' : 'no')
  const all = [...rows, [t('tls'), encryption] as const].map(([name, text]) => `${name}: ${text}`).join('\n')
  return (
    <>
      <div className={editing.under}>
        <Note tone="curtailed" icon={<KeyRound size={18} />}>
          <p>{t('shownText')}</p>
        </Note>
      </div>
      <Rows>
        {rows.map(([name, text]) => (
          <div key={name} className={styles.credential}>
            <span>{name}</span>
            <CopyButton text={text} what={name} />
          </div>
        ))}
        <Row label={t('tls')} value={encryption} />
      </Rows>
      <div className={editing.under}>
        <div className={styles.copyAll}>
          <CopyButton text={all} what={t('all')} shown={t('copyAll')} />
        </div>
        <Button wide onClick={onClose}>
          {t('noted')}
        </Button>
      </div>
    </>
  )
}
