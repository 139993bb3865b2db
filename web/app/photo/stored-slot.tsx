import { FileText } from 'lucide-react'
import { RemoveButton } from './remove-button.tsx'
import { StoredPicture, type StoredFile } from './stored-files.tsx'
import styles from './attachments.module.css'

type StoredSlotProps = { one: StoredFile; picture: boolean; onRemove: () => void }

/** What lies on the server already, in a form that goes on with it. */
export function StoredSlot({ one, picture, onRemove }: StoredSlotProps) {
  if (picture)
    return (
      <li className={styles.picture}>
        <StoredPicture one={one} />
        <RemoveButton name={one.name} onRemove={onRemove} />
      </li>
    )
  return (
    <li className={styles.document}>
      <FileText size={20} aria-hidden />
      <span className={styles.documentText}>
        <span className={styles.name}>{one.name}</span>
      </span>
      <RemoveButton name={one.name} onRemove={onRemove} plain />
    </li>
  )
}
