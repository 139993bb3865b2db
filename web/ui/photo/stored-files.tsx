import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../classes.ts'
import { PictureViewer } from './picture-viewer.tsx'
import styles from './attachments.module.css'

export type StoredFile = { id: string; name: string; bytes?: number }

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
  const [open, setOpen] = useState<StoredFile | null>(null)
  return (
    <>
      <ul className={styles.pictures} aria-label={label}>
        {pictures.map((one) => (
          <li key={one.id} className={classes(styles.picture, whole && styles.whole)}>
            <button type="button" className={styles.look} onClick={() => setOpen(one)}>
              <img
                src={`/api/files/${one.id}?size=thumb`}
                alt={`${t('preview')}: ${one.name}`}
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
      {open && <PictureViewer src={`/api/files/${open.id}`} name={open.name} onClose={() => setOpen(null)} />}
    </>
  )
}

const mb = 1024 * 1024
const sizeText = (bytes: number): string =>
  bytes >= mb ? `${(bytes / mb).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`

/** Documents that are stored, to be saved. */
export function StoredDocuments({ documents, label }: { documents: readonly StoredFile[]; label: string }) {
  return (
    <ul className={styles.documents} aria-label={label}>
      {documents.map((one) => (
        <li key={one.id}>
          <a className={styles.document} href={`/api/files/${one.id}`} download={one.name}>
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
