import { useState } from 'react'
import { REMARK_MAX } from '#domain/work-orders/limits.ts'
import { useTranslations } from 'use-intl'
import { DraftSheet, type SheetDraft } from '../../app/acts/draft-sheet.tsx'
import { useAct } from '../../app/acts/use-act.ts'
import { serverNow } from '../../kit/time/clock.ts'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { AreaField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { ActFailure } from '../states/act-failure.tsx'
import { RestoredDraft } from '../stations/form/draft-note.tsx'
import styles from './order.module.css'

type Safety = { access: string; hazards: string; safety: string }
type Draft = { v: 1; typed: Safety; savedAt: number }

type SafetySheetProps = { stationId: string; present: Safety; onClose: () => void }

/** What stands on every order of a station. What is typed stays on the phone until it is saved. */
export function SafetySheet({ stationId, present, onClose }: SafetySheetProps) {
  const t = useTranslations('order')
  return (
    <DraftSheet<Draft> of={`safety ${stationId}`} title={t('safetyTitle')} onClose={onClose}>
      {(draft) => <SafetyForm stationId={stationId} present={present} onClose={onClose} draft={draft} />}
    </DraftSheet>
  )
}

function SafetyForm({
  stationId,
  present,
  onClose,
  draft: { found, keep, drop },
}: SafetySheetProps & { draft: SheetDraft<Draft> }) {
  const t = useTranslations('order')
  const ui = useTranslations('ui')
  const editing = useTranslations('editing')
  const form = useAct({ fresh: true, offline: editing('offline') })
  const stands: Safety = { access: present.access, hazards: present.hazards, safety: present.safety }
  const [typed, setTyped] = useState(found?.typed ?? stands)
  const [restored, setRestored] = useState(found)
  const save = async (): Promise<void> => {
    const input = { params: { stationId }, body: typed }
    if (!(await form.send('PUT /api/stations/{stationId}/safety', input))) return
    await drop()
    toast(t('done.other'))
    onClose()
  }
  const field = (name: keyof Safety, help: string) => (
    <AreaField
      label={t(name)}
      help={help}
      optional
      maxLength={REMARK_MAX}
      value={typed[name]}
      onChange={(event) => {
        const next = { ...typed, [name]: event.target.value }
        setTyped(next)
        keep({ v: 1, typed: next, savedAt: serverNow() })
      }}
    />
  )
  const failure = <ActFailure act={form} />
  return (
    <div className={styles.sheet}>
      <p className={styles.quiet}>{t('safetyHelp')}</p>
      {restored && (
        <RestoredDraft
          savedAt={restored.savedAt}
          onDiscard={() => {
            setRestored(null)
            setTyped(stands)
            void drop()
          }}
        />
      )}
      <Fields>
        {field('access', t('accessHelp'))}
        {field('hazards', t('hazardsHelp'))}
        {field('safety', t('safetyTextHelp'))}
      </Fields>
      {form.cut ? <div className={styles.inset}>{failure}</div> : failure}
      <Button wide busy={form.busy} disabled={form.cut} onClick={() => void save()}>
        {ui('save')}
      </Button>
    </div>
  )
}
