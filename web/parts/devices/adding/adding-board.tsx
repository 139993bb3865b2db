import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWide } from '../../../app/shell/width.ts'
import { FormFailure } from '../../../app/session/brand.tsx'
import type { AppPath } from '../../../kit/navigation/app-path.ts'
import { AlertDialog } from '../../../kit/alert-dialog.tsx'
import { Button } from '../../../kit/button.tsx'
import { Columns } from '../../../kit/columns.tsx'
import { IconButton, Page } from '../../../kit/page.tsx'
import { toast } from '../../../kit/toast.tsx'
import type { AddingDraft, StationDevice } from './adding-draft.ts'
import { canBeSaved } from './adding-list.ts'
import styles from './adding-board.module.css'
import { EntryCard } from './entry-card.tsx'
import { OthersCard } from './others-card.tsx'
import { PresentCard } from './present-card.tsx'
import { RowSheet } from './row-sheet.tsx'
import { RowsCard } from './rows-card.tsx'
import { TargetCard } from './target-card.tsx'
import { useAdding } from './use-adding.ts'
import { LazyArticle } from '../../help/lazy-article.ts'
import { HelpButton } from '../../help/help-button.tsx'

type BoardProps = {
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
  stationId,
  stationName,
  start,
  devices,
  keeping,
  back,
  onRefresh,
}: BoardProps) {
  const t = useTranslations('addDevices')
  const adding = useAdding({ stationId, stationName, noRoom: t('noRoom') }, start, devices, keeping)
  const { draft, states, act } = adding
  const wide = useWide()
  const [editing, setEditing] = useState<string | null>(null)
  const [clearing, setClearing] = useState(false)
  const good = draft.rows.filter(({ id }) => canBeSaved(states.get(id))).length
  const wrong = draft.rows.length - good
  const save = async (): Promise<void> => {
    const saved = await adding.save()
    if (saved === null) return
    if (saved === 'queued') return toast(t('queued'))
    const { added, refused } = saved
    if (refused > 0) act.blame({}, t('someRefused', { added: String(added), refused: String(refused) }))
    else toast(t('created'))
  }
  return (
    <Page
      title={t('title')}
      back={back}
      spread
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
            <FormFailure text={act.failed} />
            {!keeping.stored && <p className={styles.footHint}>{t('notStored')}</p>}
            <Button wide busy={act.busy} disabled={good === 0} onClick={() => void save()}>
              {good > 0 ? t('save', { count: good }) : t('saveNone')}
            </Button>
            {good > 0 && wrong > 0 && <p className={styles.footHint}>{t('stays', { count: wrong })}</p>}
          </div>
        ),
      })}
    >
      <Columns>
        <>
          <TargetCard stationId={stationId} adding={adding} devices={devices} />
          <EntryCard adding={adding} devices={devices} />
        </>
        <>
          <RowsCard adding={adding} onEdit={setEditing} />
          <OthersCard stationId={stationId} devices={devices} />
          {wide && (
            <>
              <PresentCard devices={devices} />
              <LazyArticle of="scanning" />
            </>
          )}
        </>
      </Columns>
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
