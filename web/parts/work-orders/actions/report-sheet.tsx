import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { REPORT_MAX } from '#domain/work-orders/limits.ts'
import { useTranslations } from 'use-intl'
import { checkAnswers } from '#domain/work-orders/checklists.ts'
import { FormFailure } from '../../../app/session/brand.tsx'
import { usePerson } from '../../../app/session/session.ts'
import { draftKey } from '../../../app/data/draft-store.ts'
import { useDraft } from '../../../app/data/use-draft.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Progress } from '../../../kit/progress.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { SkeletonCard } from '../../../kit/skeleton.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import { AreaField } from '../../../kit/text-field.tsx'
import { Form } from '../../../kit/form.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { usePresence } from '../../stations/presence/on-site.tsx'
import { useOrderAct } from '../use-order-act.ts'
import type { Order } from '../use-orders.ts'
import { VerifyLine } from '../verify-line.tsx'
import { actWord, type ActSheetProps } from './act-sheet.ts'
import { ChangedNote } from './changed-note.tsx'
import { ChecklistField } from './checklist-field.tsx'
import {
  answersOf,
  asSent,
  draftFrom,
  forgetReport,
  hasPicture,
  isAnswered,
  lostOf,
  reportKey,
  reportOf,
  sentReport,
  type ReportDraft,
} from './report-draft.ts'
import { takeAction } from './take-action.ts'
import { EvidenceFields } from '../evidence-fields.tsx'
import styles from '../order.module.css'

/** Stands for a picture that is still on its way, where only its presence matters. */
const coming = '00000000-0000-4000-8000-000000000000'

/** So many of what is missing are named above the button; the next come when those are there. */
const namedOfMissing = 2

/** The text of the report among the lines of the checklist. */
const textLine = 'report'

/** Complete and submit the report: text, checklist, pictures, documents. What is filled in stays on the phone until it is sent. */
export function ReportSheet(props: ActSheetProps) {
  const t = useTranslations('order')
  const person = usePerson()
  const key = person && draftKey(person.id, reportKey(props.order.id))
  const draft = useDraft<ReportDraft>(key)
  return (
    <Sheet open onClose={props.onClose} title={t(`act.${actWord(props.action)}`)} size="full">
      {key === null || draft.found === undefined ? (
        <SkeletonCard kind="rows" rows={6} />
      ) : (
        <ReportForm
          {...props}
          uploadKey={key}
          start={draftFrom(draft.found) ?? reportOf(props.order, person?.id ?? '')}
          keep={draft.keep}
          flush={draft.flush}
          drop={draft.drop}
        />
      )}
    </Sheet>
  )
}

type ReportFormProps = ActSheetProps & {
  uploadKey: string
  start: ReportDraft
  keep: (draft: ReportDraft) => void
  flush: () => Promise<void>
  drop: () => Promise<void>
}

function ReportForm({ order, action, onDone, uploadKey, start, keep, flush, drop }: ReportFormProps) {
  const t = useTranslations('order')
  const photo = useTranslations('photo')
  const format = useFormat()
  const form = useOrderAct()
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const [leaves, setLeaves] = useState(true)
  const there = usePresence(order.station.id).data?.checkIns.find(({ mine }) => mine)
  const fields = useRef<HTMLFormElement>(null)
  const change = (next: Partial<ReportDraft>): void => {
    // Several uploads and strokes may tell of themselves before the next drawing.
    setDraft((before) => {
      const whole = { ...before, ...next }
      keep(whole)
      return whole
    })
  }
  const problems = checkAnswers(
    order.type,
    answersOf(order.checklist, draft, (line) => (hasPicture(line, draft) ? coming : null)),
  )
  const missing = draft.report.trim() === ''
  const wanted = order.checklist.filter(({ required }) => required)
  const filled = wanted.filter((line) => isAnswered(line, draft)).length + (missing ? 0 : 1)
  const errorOf = (line: Order['checklist'][number]): string | undefined => {
    const code = tried ? problems.find(({ key }) => key === line.key)?.code : undefined
    if (code === undefined) return undefined
    if (code === 'required' || line.min === null || line.max === null) return t('required')
    const value = draft.values[line.key]
    return typeof value === 'number' && value >= line.min && value <= line.max
      ? t('decimals', { count: line.decimals ?? 0 })
      : t('range', { min: line.min, max: line.max })
  }
  const wrong = [
    ...(missing ? [{ key: textLine, label: t('reportText') }] : []),
    ...order.checklist
      .filter((line) => problems.some(({ key }) => key === line.key))
      .map(({ key, label }) => ({ key, label: label[format.language] })),
  ]
  const toFirst = (): void =>
    fields.current?.querySelector(`[data-line="${wrong[0]?.key}"]`)?.scrollIntoView({ block: 'center' })
  const send = async (): Promise<void> => {
    setTried(true)
    if (wrong.length > 0) {
      form.blame({})
      return toFirst()
    }
    const going = await form.run(async (keyFor) => {
      const sent = await sentReport(uploadKey, order.checklist, draft)
      if (!sent) {
        const names = lostOf(uploadKey, draft)
        form.blame(
          {},
          names.length > 0 ? t('filesMissing', { names: names.join(photo('comma')) }) : t('filesFailed'),
        )
        return null
      }
      const body = {
        no: action.no,
        report: draft.report.trim(),
        ...sent.answers,
        ...(there && leaves && { checkedInSince: there.since }),
      }
      await flush()
      const taken = await takeAction(order, body, keyFor, { files: sent.own, drafts: [uploadKey] })
      return { sent, taken }
    })
    if (!going) return
    const { sent, taken } = going
    if (taken === 'queued') {
      // What waits on the phone needs its pictures, and may have to be taken back.
      keep(asSent(draft, sent))
      await flush()
      return onDone(action, taken)
    }
    onDone(action, taken)
    await drop()
    await forgetReport(uploadKey, draft)
  }
  return (
    <Form ref={fields} onSend={send} className={styles.sheet}>
      <ChangedNote order={order} action={action} />
      <VerifyLine order={order} />
      <Fields>
        <div data-line={textLine}>
          <AreaField
            label={t('reportText')}
            help={t('reportHelp')}
            error={tried && missing ? t('required') : undefined}
            value={draft.report}
            maxLength={REPORT_MAX}
            onChange={(event) => change({ report: event.target.value })}
          />
        </div>
      </Fields>
      <h3 className={styles.group}>{t('checklist')}</h3>
      <Fields>
        {order.checklist.map((line) => (
          <div key={line.key} data-line={line.key}>
            <ChecklistField
              line={line}
              draft={draft}
              uploadKey={uploadKey}
              error={errorOf(line)}
              onChange={change}
            />
          </div>
        ))}
      </Fields>
      <h3 className={styles.group}>{t('add.evidence')}</h3>
      <EvidenceFields uploadKey={uploadKey} imagesLabel={t('otherImages')} value={draft} onChange={change} />
      {there && (
        <Fields>
          <SwitchField
            label={t('checkOutToo')}
            help={t('checkOutTooHelp')}
            checked={leaves}
            onChange={setLeaves}
          />
        </Fields>
      )}
      <p className={styles.quiet}>
        {format.sentences([t(order.needsReview ? 'submitReview' : 'submitNoReview'), t('kept')])}
      </p>
      <div className={styles.saving} data-foot>
        <FormFailure text={form.failed} />
        {tried && wrong.length > 0 && (
          <button type="button" className={styles.toMend} onClick={toFirst}>
            <CircleAlert size={18} aria-hidden />
            <span role="alert">
              {t('reportMissing', {
                names: wrong
                  .slice(0, namedOfMissing)
                  .map(({ label }) => label)
                  .join(photo('comma')),
                more: Math.max(0, wrong.length - namedOfMissing),
              })}
            </span>
          </button>
        )}
        <Progress
          label={t('reportDone', { done: String(filled), all: String(wanted.length + 1) })}
          value={filled / (wanted.length + 1)}
        />
        <Button type="submit" wide busy={form.busy}>
          {t('submit')}
        </Button>
      </div>
    </Form>
  )
}
