import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { REMARK_MAX } from '#domain/work-orders/limits.ts'
import { useTranslations } from 'use-intl'
import { draftKey } from '../../app/data/draft-store.ts'
import { useDraft } from '../../app/data/use-draft.ts'
import { FormFailure } from '../../app/session/brand.tsx'
import { usePerson } from '../../app/session/session.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { serverNow } from '../../kit/time/clock.ts'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { AreaField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { Note } from '../states/note.tsx'
import { RestoredDraft } from '../stations/form/draft-note.tsx'
import styles from './order.module.css'

type Safety = { access: string; hazards: string; safety: string }
type Draft = { v: 1; typed: Safety; savedAt: number }

type SafetySheetProps = { stationId: string; present: Safety; onClose: () => void }

/** What stands on every order of a station. What is typed stays on the phone until it is saved. */
export function SafetySheet({ stationId, present, onClose }: SafetySheetProps) {
  const t = useTranslations('order')
  const person = usePerson()
  const key = person && draftKey(person.id, `safety ${stationId}`)
  const draft = useDraft<Draft>(key)
  return (
    <Sheet open onClose={onClose} title={t('safetyTitle')}>
      {key === null || draft.found === undefined ? (
        <SkeletonCard kind="rows" rows={3} />
      ) : (
        <SafetyForm
          key={draft.round}
          stationId={stationId}
          present={present}
          onClose={onClose}
          found={draft.found}
          keep={draft.keep}
          drop={draft.drop}
        />
      )}
    </Sheet>
  )
}

type SafetyFormProps = SafetySheetProps & {
  found: Draft | null
  keep: (draft: Draft) => void
  drop: () => Promise<void>
}

function SafetyForm({ stationId, present, onClose, found, keep, drop }: SafetyFormProps) {
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
      {form.cut ? (
        <div className={styles.inset}>
          <Note tone="offline" icon={<CloudOff size={18} />}>
            <p role="alert">{editing('offline')}</p>
          </Note>
        </div>
      ) : (
        <FormFailure text={form.failed} />
      )}
      <Button wide busy={form.busy} disabled={form.cut} onClick={() => void save()}>
        {ui('save')}
      </Button>
    </div>
  )
}
