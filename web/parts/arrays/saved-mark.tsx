import { CloudOff, CloudUpload, CircleCheck, GitCompareArrows, TriangleAlert, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Button } from '../../kit/button.tsx'
import { classes } from '../../kit/classes.ts'
import { useFailureText } from '../../app/failure/error-state.tsx'
import { ClashSheet } from './clash-sheet.tsx'
import { pendingCount } from './pending.ts'
import type { Site } from './site.ts'
import type { ArrayUse } from './use-array.ts'
import styles from './arrays.module.css'

const icons = { saved: CircleCheck, saving: CloudUpload, waiting: CloudOff, refused: TriangleAlert }

type SavedMarkProps = {
  array: ArrayUse & { site: Site }
  /** Says nothing while all is saved and nobody else is there. */
  quiet?: boolean
  /** What else is well, beside it. */
  said?: string | undefined
}

/** Whether the server has what is shown, what others have just moved, and what ran into theirs. */
export function SavedMark({ array, quiet = false, said }: SavedMarkProps) {
  const t = useTranslations('arrays.saving')
  const failureText = useFailureText()
  const { store, state, site } = array
  const { saving, failure, fresh, pending } = state
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const count = pendingCount(pending)
  const clashes = pending.clashes.length
  const Icon = icons[saving]
  const silent = quiet && (saving === 'saved' || saving === 'saving')
  return (
    <div className={classes(styles.marks, silent && fresh.size === 0 && clashes === 0 && styles.silent)}>
      <output className={classes(styles.mark, styles[saving])} aria-live="polite">
        {!silent && (
          <>
            <Icon size={16} aria-hidden />
            <span>
              {saving === 'saved' || saving === 'saving' ? t(saving) : t(saving, { count })}
              {saving === 'refused' && failure !== null && ` · ${failureText(failure)}`}
            </span>
          </>
        )}
      </output>
      {said !== undefined && <span className={styles.mark}>{said}</span>}
      {fresh.size > 0 && (
        <output className={styles.mark}>
          <Users size={16} aria-hidden />
          {t('others', { count: fresh.size })}
        </output>
      )}
      {(saving === 'waiting' || saving === 'refused') && (
        <span className={styles.markEnd}>
          <Button kind="plain" small onClick={store.retry}>
            {t('retry')}
          </Button>
          {saving === 'refused' && (
            <Button kind="dangerPlain" small onClick={() => setAsking(true)}>
              {t('giveUp')}
            </Button>
          )}
        </span>
      )}
      {clashes > 0 && (
        <button type="button" className={styles.clashes} onClick={() => setOpen(true)}>
          <GitCompareArrows size={16} aria-hidden />
          <span>{t('clashes', { count: clashes })}</span>
          <b>{t('resolve')}</b>
        </button>
      )}
      <ClashSheet
        open={open && clashes > 0}
        site={site}
        store={store}
        clashes={pending.clashes}
        onClose={() => setOpen(false)}
      />
      <AlertDialog
        open={asking}
        title={t('giveUpTitle')}
        text={t('giveUpText', { count })}
        confirm={t('giveUp')}
        danger
        onConfirm={() => {
          store.giveUp()
          setAsking(false)
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
