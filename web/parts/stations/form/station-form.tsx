import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../../paths.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { Button } from '../../../kit/button.tsx'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import { Page } from '../../../kit/page.tsx'
import { toast } from '../../../kit/toast.tsx'
import { Form } from '../../../kit/form.tsx'
import type { StationData } from '../station-queries.ts'
import { ActFailure } from '../../states/act-failure.tsx'
import { DeleteStation } from './delete-station.tsx'
import { KeptNote, RestoredDraft } from './draft-note.tsx'
import styles from './form.module.css'
import { stationRules } from './rules.ts'
import { useForm } from '../../../app/acts/use-form.ts'
import { StationFormContext } from './use-station-field.ts'
import type { StationDraft } from './station-draft.ts'
import { valuesOf, type StationValues } from './station-values.ts'
import { StepBar } from './step-bar.tsx'
import { firstOf, stepAfter, stepBefore, stepNames, stepOf, wrongBySteps, type StepName } from './steps.ts'
import { StepFields } from './steps-of-form.tsx'
import { TriedSteps } from './tried.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useSaving } from './use-saving.ts'
import { useZoneProposal } from './use-zone-proposal.ts'
import { HelpButton } from '../../help/help-button.tsx'

// Follows the form: seldom wanted, and there before it is.
const ConflictSheet = lazySheet(async () => (await import('./conflict-sheet.tsx')).ConflictSheet)

/** Comes with the picture's field, not with the form. */
/** null when it cannot be loaded: then this page has sent no picture either. */
const pictures = async () => {
  try {
    return (await import('../../../app/photo/uploads.ts')).uploads
  } catch {
    return null
  }
}

type StationFormProps = {
  /** What the form begins with; a new station or one that exists (`base`). */
  start: StationDraft
  /** Typed earlier and kept. */
  restored: boolean
  /** The values of an empty form. */
  untouched: StationValues
  companyName: string | null
  ownerAccountName: string | null
  /** Under which the picture is sent; of the draft's. */
  pictureKey: string
  stored: boolean
  keep: (draft: StationDraft) => void
  flush: () => Promise<void>
  drop: () => Promise<void>
  onDiscard: () => void
}

export function StationForm({ start, restored, untouched, companyName, stored, ...rest }: StationFormProps) {
  const { ownerAccountName, pictureKey, ...draftUse } = rest
  const { keep, flush, drop, onDiscard } = draftUse
  const t = useTranslations('editing')
  const ui = useTranslations('ui')
  const [step, setStep] = useState<StepName>(start.step)
  // Steps that were filled in before are judged at once.
  const [tried, setTried] = useState<ReadonlySet<StepName>>(
    () => new Set(start.base ? [] : stepNames.slice(0, stepNames.indexOf(start.step))),
  )
  const [nudge, setNudge] = useState(0)
  const [base, setBase] = useState(start.base)
  const draft = useKeptDraft(start, untouched, { keep, drop })
  const form = useForm(start.values, stationRules, (values) => draft.note({ values }))
  const zone = useZoneProposal(form)
  const editing = start.base !== null

  useEffect(() => {
    if (nudge === 0) return
    const wrong = document.querySelector<HTMLElement>('[aria-invalid="true"]')
    wrong?.scrollIntoView({ block: 'center' })
    wrong?.focus({ preventScroll: true })
  }, [nudge])

  const go = (next: StepName): void => {
    setStep(next)
    draft.note({ step: next })
    window.scrollTo({ top: 0 })
  }
  const showWrong = (fields: readonly string[]): void => {
    const first = firstOf(fields)
    if (first !== null && stepOf(first) !== step) go(stepOf(first))
    setNudge((count) => count + 1)
  }
  const saving = useSaving({ form, draft, flush, wrong: showWrong })
  const [accountNames, setAccountNames] = useState<Readonly<Record<string, string>>>({})
  // Loaded while there is a network, for when there is none at the moment of saving.
  useEffect(() => {
    void pictures()
    void ConflictSheet.prepare()
  }, [])
  const ready = async (): Promise<boolean> => {
    // A picture that is still on its way belongs to what is saved.
    if (!((await (await pictures())?.settled(pictureKey)) ?? true)) {
      go('basics')
      saving.blame({}, t('pictureNotSent'))
      return false
    }
    const wrong = Object.keys(form.check())
    if (wrong.length === 0) return true
    setTried(new Set(stepNames))
    showWrong(wrong)
    return false
  }
  const save = async (on = base): Promise<void> => {
    const saved = await saving.save(on, ready)
    if (!saved) return
    await draft.close()
    await (await pictures())?.forget(pictureKey)
    if (editing) {
      toast(t('saved'))
      navigate.back(pathTo('station-detail', { stationId: saved.id }))
    } else navigate.replace(pathTo('create-or-edit-station', { stationId: saved.id, created: true }))
  }
  const decide = async (values: StationValues, theirs: StationData): Promise<void> => {
    const decided = { version: theirs.version, values: valuesOf(theirs) }
    form.change(values)
    setBase(decided)
    draft.note({ base: decided })
    saving.closeConflict()
    await save(decided)
  }
  const next = stepAfter(step)
  const before = stepBefore(step)
  const forward = async (): Promise<void> => {
    if (next === null) return save()
    setTried(new Set([...tried, step]))
    if (Object.keys(form.check()).some((field) => stepOf(field) === step)) setNudge((count) => count + 1)
    else go(next)
  }
  // Wherever one goes from it, the step that is left is judged.
  const leave = (to: StepName): void => {
    if (to === step) return
    setTried(new Set([...tried, step]))
    go(to)
  }
  const press = (): Promise<void> => (editing ? save() : forward())
  const shown = Object.keys(form.codes).filter((field) => tried.has(stepOf(field)))
  return (
    <StationFormContext value={form}>
      <TriedSteps value={tried}>
        <Form onSend={press}>
          <Page
            title={t(editing ? 'editTitle' : 'newTitle')}
            actions={<HelpButton of="station" />}
            back={editing ? pathTo('station-detail', { stationId: start.id }) : pathTo('station-list')}
            footer={
              <div className={styles.stacked}>
                <ActFailure act={saving} />
                <div className={styles.buttons}>
                  {!editing && before && (
                    <Button kind="quiet" onClick={() => leave(before)}>
                      {t('previous')}
                    </Button>
                  )}
                  <Button type="submit" wide busy={saving.busy}>
                    {editing ? ui('save') : next ? t('next') : t('create')}
                  </Button>
                </div>
              </div>
            }
          >
            <StepBar step={step} wrong={wrongBySteps(shown)} done={tried} onStep={leave} />
            {restored && <RestoredDraft savedAt={start.savedAt} onDiscard={onDiscard} />}
            <StepFields
              step={step}
              companyName={companyName}
              ownerAccountName={ownerAccountName}
              pictureKey={pictureKey}
              stationId={editing ? start.id : null}
              onAccount={(id, name) => setAccountNames({ ...accountNames, [id]: name })}
              zone={zone}
            />
            {editing && step === 'basics' && <DeleteStation stationId={start.id} />}
            <KeptNote stored={stored} />
          </Page>
        </Form>
        <ConflictSheet
          open={saving.theirs !== null}
          theirs={saving.theirs}
          accountNames={accountNames}
          base={base?.values ?? untouched}
          mine={form.present}
          onDecided={(values, theirs) => void decide(values, theirs)}
          onClose={saving.closeConflict}
        />
      </TriedSteps>
    </StationFormContext>
  )
}
