import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../app/session/brand.tsx'
import type { AppPath } from '../../../kit/navigation/app-path.ts'
import { StorageRefused } from '../../../app/outbox/queue-store.ts'
import { AlertDialog } from '../../../kit/alert-dialog.tsx'
import { Button } from '../../../kit/button.tsx'
import { useFailureText } from '../../../app/failure/error-state.tsx'
import { IconButton, Page } from '../../../kit/page.tsx'
import { toast } from '../../../kit/toast.tsx'
import type { AddingDraft, StationDevice } from './adding-draft.ts'
import { canBeSaved } from './adding-list.ts'
import styles from './adding-board.module.css'
import { EntryCard } from './entry-card.tsx'
import { OthersCard } from './others-card.tsx'
import { RowSheet } from './row-sheet.tsx'
import { RowsCard } from './rows-card.tsx'
import { TargetCard } from './target-card.tsx'
import { useAdding } from './use-adding.ts'
import { HelpButton } from '../../help/help-button.tsx'

type BoardProps = {
  personId: string
  stationId: string
  stationName: string
  start: AddingDraft
  devices: readonly StationDevice[]
  keeping: { keep: (draft: AddingDraft) => void; flush: () => Promise<void>; stored: boolean }
  back: AppPath
  onRefresh: () => Promise<unknown>
}

/** What the next devices are, the ways they come, the list, and saving all of it in one call. */
export function AddingBoard({
  personId,
  stationId,
  stationName,
  start,
  devices,
  keeping,
  back,
  onRefresh,
}: BoardProps) {
  const t = useTranslations('addDevices')
  const failureText = useFailureText()
  const adding = useAdding({ personId, stationId, stationName }, start, devices, keeping)
  const { draft, states, busy } = adding
  const [failed, setFailed] = useState<string>()
  const [editing, setEditing] = useState<string | null>(null)
  const [clearing, setClearing] = useState(false)
  const good = draft.rows.filter(({ id }) => canBeSaved(states.get(id))).length
  const wrong = draft.rows.length - good
  const save = async (): Promise<void> => {
    setFailed(undefined)
    try {
      const saved = await adding.save()
      if (saved === 'queued') return toast(t('queued'))
      const { added, refused } = saved
      if (refused > 0) setFailed(t('someRefused', { added: String(added), refused: String(refused) }))
      else toast(t('created'))
    } catch (error) {
      setFailed(error instanceof StorageRefused ? t('noRoom') : failureText(error))
    }
  }
  return (
    <Page
      title={t('title')}
      back={back}
      onRefresh={onRefresh}
      actions={
        <>
          {draft.rows.length > 0 && (
            <IconButton label={t('clear')} onClick={() => setClearing(true)}>
              <Trash2 size={21} aria-hidden />
            </IconButton>
          )}
          <HelpButton of="scanning" />
        </>
      }
      {...(draft.rows.length > 0 && {
        footer: (
          <div className={styles.foot}>
            <FormFailure text={failed} />
            {!keeping.stored && <p className={styles.footHint}>{t('notStored')}</p>}
            <Button wide busy={busy} disabled={good === 0} onClick={() => void save()}>
              {good > 0 ? t('save', { count: good }) : t('saveNone')}
            </Button>
            {good > 0 && wrong > 0 && <p className={styles.footHint}>{t('stays', { count: wrong })}</p>}
          </div>
        ),
      })}
    >
      <TargetCard stationId={stationId} adding={adding} devices={devices} />
      <EntryCard adding={adding} devices={devices} />
      <RowsCard adding={adding} onEdit={setEditing} />
      <OthersCard stationId={stationId} devices={devices} />
      <RowSheet adding={adding} rowId={editing} onClose={() => setEditing(null)} />
      <AlertDialog
        open={clearing}
        title={t('clearTitle')}
        text={t('clearText', { count: draft.rows.length })}
        confirm={t('clear')}
        danger
        onConfirm={() => {
          adding.clear()
          setClearing(false)
        }}
        onCancel={() => setClearing(false)}
      />
    </Page>
  )
}
