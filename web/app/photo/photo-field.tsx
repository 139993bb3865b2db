import { Camera, ImageOff, RotateCw, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { FilePurpose } from '#domain/files/file-types.ts'
import { useSentence } from '../phrases/use-sentence.ts'
import { Button } from '../../kit/button.tsx'
import { FieldError } from '../../kit/field.tsx'
import { uploads } from './uploads.ts'
import { acceptedImages } from './shrink.ts'
import styles from './photo.module.css'

type PhotoFieldProps = {
  label: string
  help: string
  /** Under which the upload goes on while this is not on the screen. */
  uploadKey: string
  purpose: FilePurpose
  /** The file that is set; null for none. */
  value: string | null
  onChange: (fileId: string | null) => void
}

/** One picture: taken or chosen, seen at once, sent while one goes on, tried again, replaced, removed. */
export function PhotoField({ label, help, uploadKey, purpose, value, onChange }: PhotoFieldProps) {
  const t = useTranslations('photo')
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const upload = useSyncExternalStore(uploads.watch, () => uploads.of(uploadKey))
  const told = useRef(onChange)
  useEffect(() => {
    told.current = onChange
  })
  const wanted = { key: uploadKey, purpose, onSent: (fileId: string) => told.current(fileId) }
  useEffect(() => {
    void uploads.resume({ key: uploadKey, purpose, onSent: (fileId) => told.current(fileId) })
  }, [uploadKey, purpose])
  const [broken, setBroken] = useState<string | null>(null)
  const shown = upload?.preview ?? (value === null ? null : `/api/files/${value}?size=thumb`)
  const busy = upload?.state === 'preparing' || upload?.state === 'sending'
  const failed = upload?.state === 'failed'
  const remove = (): void => {
    void uploads.forget(uploadKey)
    onChange(null)
  }
  const choose = (): void => chooser.current?.click()
  return (
    <div className={styles.photo} role="group" aria-labelledby={`${id}-label`}>
      <span className={styles.label} id={`${id}-label`}>
        {label}
        <span>{t('optional')}</span>
      </span>
      {shown === null ? (
        <button type="button" className={styles.empty} disabled={busy} onClick={choose}>
          <Camera size={26} aria-hidden />
          <strong>{t('choose')}</strong>
          <span>{help}</span>
        </button>
      ) : (
        <div className={styles.frame}>
          {broken === shown ? (
            <span className={styles.broken}>
              <ImageOff size={26} aria-hidden />
              {t('broken')}
            </span>
          ) : (
            <img src={shown} alt={t('preview')} onError={() => setBroken(shown)} />
          )}
          {busy && <Progress share={upload.state === 'preparing' ? null : upload.share} />}
        </div>
      )}
      <input
        ref={chooser}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        accept={acceptedImages}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void uploads.start(wanted, file)
        }}
      />
      {failed && <Failure code={upload.failure} id={`${id}-error`} />}
      {shown !== null && (
        <div className={styles.buttons}>
          {failed && (
            <Button
              kind="soft"
              small
              icon={<RotateCw size={16} aria-hidden />}
              onClick={() => void uploads.retry(wanted)}
            >
              {t('retry')}
            </Button>
          )}
          <Button kind="quiet" small icon={<Camera size={16} aria-hidden />} onClick={choose}>
            {t('replace')}
          </Button>
          <Button kind="dangerPlain" small icon={<Trash2 size={16} aria-hidden />} onClick={remove}>
            {t('remove')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Failure({ code, id }: { code: string | null; id: string }) {
  const t = useTranslations('photo')
  const sentence = useSentence()
  const known = code === null || code === 'internal' ? undefined : sentence(code)
  return (
    <div className={styles.failure}>
      <FieldError id={id} error={known ?? t('notSent')} />
    </div>
  )
}

/** A bar over the picture; without a share while it is still being prepared. */
function Progress({ share }: { share: number | null }) {
  const t = useTranslations('photo')
  return (
    <span className={styles.sending}>
      <progress max={1} {...(share !== null && { value: share })} aria-label={t('sending')} />
      {share === null ? t('preparing') : t('percent', { share: String(Math.round(share * 100)) })}
    </span>
  )
}
