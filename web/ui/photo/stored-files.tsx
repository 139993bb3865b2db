import { Download, FileText } from 'lucide-react'
import { useEffect, useState, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../classes.ts'
import { saveFile } from '../save-file.ts'
import { PictureViewer } from './picture-viewer.tsx'
import styles from './attachments.module.css'

export type StoredFile = { id: string; name: string; bytes?: number }

/** What this phone kept of it for the day without a network. */
const keptUrl = async (id: string, size: 'thumb' | 'whole'): Promise<string | null> => {
  const { keptFile } = await import('../../data/kept/kept-files.ts')
  const blob = await keptFile(id, size)
  return blob && URL.createObjectURL(blob)
}

function KeptImage({ id, alt }: { id: string; alt: string }) {
  const [kept, setKept] = useState<string | null>(null)
  useEffect(() => (kept === null ? undefined : () => URL.revokeObjectURL(kept)), [kept])
  return (
    <img
      src={kept ?? `/api/files/${id}?size=thumb`}
      alt={alt}
      loading="lazy"
      onError={() => {
        if (kept === null) void keptUrl(id, 'thumb').then(setKept, () => undefined)
      }}
    />
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
  const t = useTranslations('photo')
  const [open, setOpen] = useState<(StoredFile & { src: string }) | null>(null)
  const look = async (one: StoredFile): Promise<void> => {
    const kept = navigator.onLine
      ? null
      : ((await keptUrl(one.id, 'whole')) ?? (await keptUrl(one.id, 'thumb')))
    setOpen({ ...one, src: kept ?? `/api/files/${one.id}` })
  }
  return (
    <>
      <ul className={styles.pictures} aria-label={label}>
        {pictures.map((one) => (
          <li key={one.id} className={classes(styles.picture, whole && styles.whole)}>
            <button type="button" className={styles.look} onClick={() => void look(one)}>
              <KeptImage id={one.id} alt={`${t('preview')}: ${one.name}`} />
            </button>
          </li>
        ))}
      </ul>
      {open && <PictureViewer src={open.src} name={open.name} onClose={() => setOpen(null)} />}
    </>
  )
}

const mb = 1024 * 1024
const sizeText = (bytes: number): string =>
  bytes >= mb ? `${(bytes / mb).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`

/** Without a network what was kept of it is saved. */
const saveKept = async (event: MouseEvent, { id, name }: StoredFile): Promise<void> => {
  if (navigator.onLine) return
  event.preventDefault()
  const { keptFile } = await import('../../data/kept/kept-files.ts')
  const blob = await keptFile(id, 'whole')
  if (blob) saveFile(blob, name)
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
