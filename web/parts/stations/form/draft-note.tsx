import { HardDriveDownload, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { useNow } from '../../../kit/time/now.ts'
import { RestoredNote } from '../../../kit/restored-note.tsx'
import styles from './form.module.css'

/** Says that what was typed earlier is back, and offers to begin anew. */
export function RestoredDraft({ savedAt, onDiscard }: { savedAt: number; onDiscard: () => void }) {
  const t = useTranslations('editing')
  const format = useFormat()
  return (
    <RestoredNote
      text={t('restored', { age: format.age(savedAt, useNow()) })}
      discard={t('discard')}
      asks={{ title: t('discardTitle'), text: t('discardText') }}
      onDiscard={onDiscard}
    />
  )
}

/** That leaving is safe; or, on a phone that stores nothing, that it is not. */
export function KeptNote({ stored }: { stored: boolean }) {
  const t = useTranslations('editing')
  return (
    <p className={styles.kept}>
      {stored ? <HardDriveDownload size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}
      {t(stored ? 'kept' : 'notKept')}
    </p>
  )
}
