import { History, HardDriveDownload, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { AlertDialog } from '../../../kit/alert-dialog.tsx'
import { Button } from '../../../kit/button.tsx'
import { useNow } from '../../../kit/time/now.ts'
import styles from './form.module.css'

/** Says that what was typed earlier is back, and offers to begin anew. */
export function RestoredNote({ savedAt, onDiscard }: { savedAt: number; onDiscard: () => void }) {
  const t = useTranslations('editing')
  const format = useFormat()
  const now = useNow()
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles.restored}>
      <History size={18} aria-hidden />
      <span>{t('restored', { age: format.age(savedAt, now) })}</span>
      <Button kind="plain" small onClick={() => setAsking(true)}>
        {t('discard')}
      </Button>
      <AlertDialog
        open={asking}
        title={t('discardTitle')}
        text={t('discardText')}
        confirm={t('discard')}
        danger
        onConfirm={() => {
          setAsking(false)
          onDiscard()
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
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
