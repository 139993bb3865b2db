import { Camera, CircleAlert, FileText, Paperclip, RotateCw } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FailureCode } from '../data/api-error.ts'
import type { FilePurpose } from '#domain/files/file-types.ts'
import { useSentence } from '../phrases/use-sentence.ts'
import { classes } from '../../kit/classes.ts'
import { FieldError } from '../../kit/field.tsx'
import { slotFor, uploadOf, type Attachment } from './attachments.ts'
import { acceptedDocuments } from './document.ts'
import { PictureViewer } from './picture-viewer.tsx'
import { RemoveButton } from './remove-button.tsx'
import { withinRoom } from './room.ts'
import { acceptedImages } from './shrink.ts'
import { type SlotProps, useSlot, Waits } from './slot-upload.tsx'
import { StoredSlot } from './stored-slot.tsx'
import { uploads } from './uploads.ts'
import styles from './attachments.module.css'

type AttachmentsFieldProps = {
  label: string
  help?: string
  error?: string | undefined
  purpose: Extract<FilePurpose, 'order_image' | 'order_file'>
  max: number
  /** Under which the uploads go on while this is not on the screen. */
  uploadKey: string
  value: readonly Attachment[]
  onChange: (list: Attachment[]) => void
}

type Refused = { name: string; code: FailureCode }

/** Several pictures or documents: chosen at once or one by one, each sent, tried again, looked at and removed alone. */
export function AttachmentsField(props: AttachmentsFieldProps) {
  const { label, help, error, purpose, max, uploadKey, value, onChange } = props
  const t = useTranslations('photo')
  const sentence = useSentence()
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [beyond, setBeyond] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<readonly Refused[]>([])
  // Several may be refused before the next drawing.
  const present = useRef(value)
  useLayoutEffect(() => {
    present.current = value
  }, [value])
  const pictures = purpose === 'order_image'
  const add = (files: readonly File[]): void => {
    const room = withinRoom(files, { present: value.length, max })
    setBeyond(room.left.map(({ name }) => name))
    setRefused([])
    const added = room.taken.map((file) => slotFor(file.name))
    for (const [no, file] of room.taken.entries()) {
      const slot = added[no]
      if (slot) void uploads.start({ key: uploadOf(uploadKey, slot), purpose, onSent: () => {} }, file)
    }
    onChange([...value, ...added])
  }
  // What can never be sent takes no place: it goes, and is named with the reason.
  const refuse = (one: Attachment, code: FailureCode): void => {
    setRefused((before) => [...before, { name: one.name, code }])
    void uploads.forget(uploadOf(uploadKey, one))
    present.current = present.current.filter(({ slot }) => slot !== one.slot)
    onChange([...present.current])
  }
  const remove = (one: Attachment): void => {
    void uploads.forget(uploadOf(uploadKey, one))
    setBeyond([])
    onChange(value.filter(({ slot }) => slot !== one.slot))
  }
  const Slot = pictures ? PictureSlot : DocumentSlot
  return (
    <div
      className={styles.field}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-help`}
    >
      <span className={styles.label} id={`${id}-label`}>
        {label}
        <span>{t('ofMax', { count: String(value.length), max: String(max) })}</span>
      </span>
      <ul className={pictures ? styles.pictures : styles.documents}>
        {value.map((one) =>
          one.stored === undefined ? (
            <Slot
              key={one.slot}
              one={one}
              purpose={purpose}
              uploadKey={uploadKey}
              onRemove={() => remove(one)}
              onRefused={(code) => refuse(one, code)}
            />
          ) : (
            <StoredSlot
              key={one.slot}
              one={{ id: one.stored, name: one.name }}
              picture={pictures}
              onRemove={() => remove(one)}
            />
          ),
        )}
        {value.length < max && (
          <li>
            <button
              type="button"
              className={pictures ? styles.addPicture : styles.addDocument}
              onClick={() => chooser.current?.click()}
            >
              {pictures ? <Camera size={22} aria-hidden /> : <Paperclip size={18} aria-hidden />}
              <span>{t(pictures ? 'addPicture' : 'addFile')}</span>
            </button>
          </li>
        )}
      </ul>
      {help && (
        <span className={styles.help} id={`${id}-help`}>
          {help}
        </span>
      )}
      {refused.map(({ name, code }, no) => (
        // The same file may be chosen and refused twice.
        <FieldError
          key={`${name} ${no}`}
          id={`${id}-refused-${no}`}
          error={t('notTaken', { name, why: sentence(code) ?? t('broken') })}
        />
      ))}
      <FieldError
        id={`${id}-error`}
        error={beyond.length > 0 ? t('tooMany', { max: String(max), names: beyond.join(t('comma')) }) : error}
      />
      <input
        ref={chooser}
        type="file"
        className="sr-only"
        tabIndex={-1}
        multiple
        aria-label={label}
        accept={pictures ? acceptedImages : acceptedDocuments}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) add(files)
        }}
      />
    </div>
  )
}

function PictureSlot(props: SlotProps) {
  const { one, onRemove } = props
  const t = useTranslations('photo')
  const { upload, waits, failure, retry } = useSlot(props)
  const [open, setOpen] = useState(false)
  const busy = upload?.state === 'preparing' || upload?.state === 'sending'
  return (
    <li className={classes(styles.picture, failure !== null && styles.failed, waits && styles.waiting)}>
      {upload?.preview ? (
        <button type="button" className={styles.look} onClick={() => setOpen(true)}>
          <img src={upload.preview} alt={`${t('preview')}: ${one.name}`} />
        </button>
      ) : (
        <span className={styles.blank}>
          {failure !== null ? <CircleAlert size={22} aria-hidden /> : one.name}
        </span>
      )}
      {busy && (
        <progress
          className={styles.bar}
          max={1}
          {...(upload.state === 'sending' && { value: upload.share })}
          aria-label={`${t('sending')}: ${one.name}`}
        />
      )}
      {retry && (
        <button
          type="button"
          className={styles.again}
          aria-label={`${t('retry')}: ${one.name}`}
          onClick={retry}
        >
          <RotateCw size={18} aria-hidden />
        </button>
      )}
      <RemoveButton name={one.name} onRemove={onRemove} />
      {waits && <Waits className={styles.later} />}
      {failure !== null && (
        <span className={styles.why} role="alert">
          {failure}
        </span>
      )}
      {open && upload?.preview && (
        <PictureViewer src={upload.preview} name={one.name} onClose={() => setOpen(false)} />
      )}
    </li>
  )
}

function DocumentSlot(props: SlotProps) {
  const { one, onRemove } = props
  const t = useTranslations('photo')
  const { upload, waits, failure, retry } = useSlot(props)
  const sending = upload?.state === 'preparing' || upload?.state === 'sending'
  return (
    <li className={styles.document}>
      <FileText size={20} aria-hidden />
      <span className={styles.documentText}>
        <span className={styles.name}>{one.name}</span>
        {sending && (
          <progress
            className={styles.lineBar}
            max={1}
            value={upload.share}
            aria-label={`${t('sending')}: ${one.name}`}
          />
        )}
        {waits && <Waits className={styles.size} />}
        {failure !== null && (
          <span className={styles.lineWhy} role="alert">
            {failure}
          </span>
        )}
      </span>
      {retry && (
        <button
          type="button"
          className={styles.plain}
          aria-label={`${t('retry')}: ${one.name}`}
          onClick={retry}
        >
          <RotateCw size={18} aria-hidden />
        </button>
      )}
      <RemoveButton name={one.name} onRemove={onRemove} plain />
    </li>
  )
}
