import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PACKAGE_BYTES_MAX } from '#domain/upgrades/limits.ts'
import { useNetwork } from '../../app/data/network.ts'
import { newId } from '../../kit/new-id.ts'
import { Button } from '../../kit/button.tsx'
import { useFailureText } from '../../app/failure/error-state.tsx'
import { FieldError } from '../../kit/field.tsx'
import { Progress } from '../../kit/progress.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { toast } from '../../kit/toast.tsx'
import { sendPackage } from './send-package.ts'
import { readAfter } from '../../app/live/read-after.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'

type UploadSheetProps = { onClose: () => void; onDone: (packageId: string) => void }

/** One signed file on its way to the server, with how much has gone; what is refused is said with the reason. */
export function UploadSheet({ onClose, onDone }: UploadSheetProps) {
  const t = useTranslations('upgrades.upload')
  const offline = useTranslations('upgrades.create')
  const words = useUpgradeWords()
  const failureText = useFailureText()
  const network = useNetwork()
  const input = useRef<HTMLInputElement>(null)
  const leaving = useRef<AbortController | null>(null)
  const [chosen, setChosen] = useState<{ id: string; file: File } | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const most = words.bytes(PACKAGE_BYTES_MAX)
  const tooLarge = chosen !== null && chosen.file.size > PACKAGE_BYTES_MAX
  const busy = share !== null
  const send = async (): Promise<void> => {
    if (!chosen || tooLarge || !network) return
    const abort = new AbortController()
    leaving.current = abort
    setFailed(null)
    setShare(0)
    try {
      const sent = await sendPackage({ ...chosen, onProgress: setShare, signal: abort.signal })
      toast(t('done'))
      void readAfter('PUT /api/packages/{packageId}')
      onDone(sent.package.id)
    } catch (error) {
      if (!abort.signal.aborted) setFailed(error)
    } finally {
      if (!abort.signal.aborted) setShare(null)
    }
  }
  const problem = !network
    ? offline('offline')
    : tooLarge
      ? t('tooLarge', { size: words.bytes(chosen.file.size), most })
      : failed
        ? failureText(failed)
        : undefined
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <div className={styles.sheet}>
        <p className={rows.place}>{t('text', { size: most })}</p>
        <input
          ref={input}
          type="file"
          className="sr-only"
          aria-label={t('choose')}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            // A file chosen anew is another package; the same one again is the same.
            if (file) setChosen({ id: newId(), file })
            setFailed(null)
            event.target.value = ''
          }}
        />
        {chosen && (
          <p className={rows.name}>
            {chosen.file.name} <span className={rows.place}>{words.bytes(chosen.file.size)}</span>
          </p>
        )}
        {busy ? (
          <Progress label={t(share < 1 ? 'sending' : 'checking')} value={share < 1 ? share : null} />
        ) : (
          <Button
            kind="soft"
            wide
            icon={<FileUp size={18} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t(chosen ? 'other' : 'choose')}
          </Button>
        )}
        <FieldError id="upload-package" error={problem} />
        <Button wide busy={busy} disabled={!chosen || tooLarge || !network} onClick={() => void send()}>
          {t('send')}
        </Button>
      </div>
    </Sheet>
  )
}
