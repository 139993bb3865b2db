import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Note } from '../states/note.tsx'
import styles from './edges.module.css'
import { wayOut, type Subject } from './way-out.ts'

type TroubleNoteProps = {
  title: string
  /** Its code, for what helps, and its sentence. */
  trouble: { code: string; text: string }
  /** Who is spoken to; null = not known. */
  subject: Subject | null
}

/** A trouble in words, with the way out as it is with this maker. */
export function TroubleNote({ title, trouble, subject }: TroubleNoteProps) {
  const t = useTranslations('wayOut')
  const out = wayOut(trouble.code, subject)
  return (
    <Note tone="fault" icon={<TriangleAlert size={18} />} title={title}>
      <p>{trouble.text}</p>
      {(out.subject !== null || out.general.length > 0) && (
        <ul className={styles.tries}>
          {out.subject !== null && <li>{t(`of.${out.subject}`)}</li>}
          {out.general.map((one) => (
            <li key={one}>{t(one)}</li>
          ))}
        </ul>
      )}
    </Note>
  )
}
