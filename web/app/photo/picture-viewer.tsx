import { Sheet } from '../../kit/sheet.tsx'
import styles from './attachments.module.css'

/** One picture, as large as the phone. */
export function PictureViewer({ src, name, onClose }: { src: string; name: string; onClose: () => void }) {
  return (
    <Sheet open size="full" title={name} onClose={onClose}>
      <div className={styles.viewer}>
        <img src={src} alt={name} />
      </div>
    </Sheet>
  )
}
