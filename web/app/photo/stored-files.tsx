import { Download, FileText } from 'lucide-react'
import { useEffect, useState, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../../kit/classes.ts'
import { saveFile } from '../../kit/save-file.ts'
import { PictureViewer } from './picture-viewer.tsx'
import styles from './attachments.module.css'

export type StoredFile = {
  id: string
  name: string
  bytes?: number
  /** It has not arrived yet: where its bytes lie among the drafts of this phone. */
  kept?: string
}

/** What this phone has of it: what has not been sent yet, or what was kept for the day without a network. */
const bytesHere = async ({ id, kept }: StoredFile, size: 'thumb' | 'whole'): Promise<Blob | null> => {
  if (kept !== undefined) {
    const { readDraft } = await import('../data/draft-store.ts')
    const draft = await readDraft<{ picture: { blob: Blob } }>(kept)
    if (draft) return draft.picture.blob
  }
  const { keptFile } = await import('../data/kept/kept-files.ts')
  return keptFile(id, size)
}
const urlHere = async (one: StoredFile, size: 'thumb' | 'whole'): Promise<string | null> => {
  const blob = await bytesHere(one, size)
  return blob && URL.createObjectURL(blob)
}

/** A picture that is stored, small. What has not arrived yet or cannot be fetched is shown from this phone. */
export function StoredImage({
  one,
  alt,
  className = '',
}: {
  one: StoredFile
  alt: string
  className?: string | undefined
}) {
  const [kept, setKept] = useState<string | null>(null)
  useEffect(() => (kept === null ? undefined : () => URL.revokeObjectURL(kept)), [kept])
  return (
    <img
      src={kept ?? `/api/files/${one.id}?size=thumb`}
      alt={alt}
      className={className}
      loading="lazy"
      onError={() => {
        if (kept === null) void urlHere(one, 'thumb').then(setKept, () => undefined)
      }}
    />
  )
}

/** One of them, to be pressed and seen in full. */
export function StoredPicture({ one }: { one: StoredFile }) {
  const t = useTranslations('photo')
  const [src, setSrc] = useState<string | null>(null)
  const look = async (): Promise<void> => {
    const kept =
      navigator.onLine && one.kept === undefined
        ? null
        : ((await urlHere(one, 'whole')) ?? (await urlHere(one, 'thumb')))
    setSrc(kept ?? `/api/files/${one.id}`)
  }
  return (
    <>
      <button type="button" className={styles.look} onClick={() => void look()}>
        <StoredImage one={one} alt={`${t('preview')}: ${one.name}`} />
      </button>
      {src !== null && <PictureViewer src={src} name={one.name} onClose={() => setSrc(null)} />}
    </>
  )
}

/** Pictures that are stored, small and in a row; a press shows one in full. */
export function StoredPictures({
  pictures,
  label,
  whole = false,
}: {
  pictures: readonly StoredFile[]
  label: string
  /** Nothing of them is cut off: a signature, a drawing. */
  whole?: boolean
}) {
  return (
    <ul className={styles.pictures} aria-label={label}>
      {pictures.map((one) => (
        <li key={one.id} className={classes(styles.picture, whole && styles.whole)}>
          <StoredPicture one={one} />
        </li>
      ))}
    </ul>
  )
}

const mb = 1024 * 1024
const sizeText = (bytes: number): string =>
  bytes >= mb ? `${(bytes / mb).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`

/** Without a network, or before it has arrived, what this phone has of it is saved. */
const saveKept = async (event: MouseEvent, one: StoredFile): Promise<void> => {
  if (navigator.onLine && one.kept === undefined) return
  event.preventDefault()
  const blob = await bytesHere(one, 'whole')
  if (blob) saveFile(blob, one.name)
}

/** Documents that are stored, to be saved. */
export function StoredDocuments({ documents, label }: { documents: readonly StoredFile[]; label: string }) {
  return (
    <ul className={styles.documents} aria-label={label}>
      {documents.map((one) => (
        <li key={one.id}>
          <a
            className={styles.document}
            href={`/api/files/${one.id}`}
            download={one.name}
            onClick={(event) => void saveKept(event, one)}
          >
            <FileText size={20} aria-hidden />
            <span className={styles.documentText}>
              <span className={styles.name}>{one.name}</span>
              {one.bytes !== undefined && <span className={styles.size}>{sizeText(one.bytes)}</span>}
            </span>
            <Download size={18} aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  )
}
