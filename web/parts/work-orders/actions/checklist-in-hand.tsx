import { ChevronDown, Circle, CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { checklists, isGood } from '#domain/work-orders/checklists.ts'
import { draftKey } from '../../../app/data/draft-store.ts'
import { useDraft } from '../../../app/data/use-draft.ts'
import { usePerson } from '../../../app/session/session.ts'
import { Card } from '../../../kit/card.tsx'
import { classes } from '../../../kit/classes.ts'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { statusTone } from '../../states/status-pill.tsx'
import { useAnswerText, type Line } from '../checklist-line.tsx'
import type { Order } from '../use-orders.ts'
import { draftFrom, hasPicture, isAnswered, reportKey, reportOf, type ReportDraft } from './report-draft.ts'
import styles from '../order.module.css'

const ChecklistField = lazyPart(async () => (await import('./checklist-field.tsx')).ChecklistField)

/** Ticked while the work is done: what is filled in is the report's, which keeps it on this phone until it is sent. */
export function ChecklistInHand({ order }: { order: Order }) {
  const person = usePerson()
  const key = person && draftKey(person.id, reportKey(order.id))
  const draft = useDraft<ReportDraft>(key)
  // Whoever opened the order with a signal fills it in without one.
  useEffect(() => void ChecklistField.prepare(), [])
  if (key === null || draft.found === undefined) return <InHand order={order} draft={null} uploadKey="" />
  const start = draftFrom(draft.found) ?? reportOf(order, person?.id ?? '')
  return (
    <Kept
      key={draft.round}
      order={order}
      start={start}
      uploadKey={key}
      keep={draft.keep}
      flush={draft.flush}
    />
  )
}

type KeptProps = {
  order: Order
  start: ReportDraft
  uploadKey: string
  keep: (draft: ReportDraft) => void
  flush: () => Promise<void>
}

function Kept({ order, start, uploadKey, keep, flush }: KeptProps) {
  const [draft, setDraft] = useState(start)
  const change = (next: Partial<ReportDraft>): void => {
    setDraft((before) => {
      const whole = { ...before, ...next }
      keep(whole)
      // The sheet of the report may open with the next press.
      void flush()
      return whole
    })
  }
  return <InHand order={order} draft={draft} uploadKey={uploadKey} onChange={change} />
}

type InHandProps = {
  order: Order
  /** null while it is read. */
  draft: ReportDraft | null
  uploadKey: string
  onChange?: (change: Partial<ReportDraft>) => void
}

function InHand({ order, draft, uploadKey, onChange }: InHandProps) {
  const t = useTranslations('order')
  const [open, setOpen] = useState<string | null>(null)
  const done = draft ? order.checklist.filter((line) => isAnswered(line, draft)).length : 0
  return (
    <Card
      flush
      title={t('checklist')}
      action={
        <span className={styles.quiet}>
          {t('checklistDone', { done: String(done), all: String(order.checklist.length) })}
        </span>
      }
    >
      <ul className={styles.ticks}>
        {order.checklist.map((line) => (
          <li key={line.key}>
            <Tick
              line={line}
              order={order}
              draft={draft}
              open={open === line.key}
              onPress={() => setOpen(open === line.key ? null : line.key)}
            />
            {open === line.key && draft && onChange && (
              <ChecklistField
                line={line}
                draft={draft}
                uploadKey={uploadKey}
                error={undefined}
                bare
                onChange={(change) => {
                  onChange(change)
                  // A choice is made with one press; the next line is near.
                  if (line.kind === 'choice') setOpen(null)
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <p className={styles.ticksFoot}>{t('ticksHelp')}</p>
    </Card>
  )
}

type TickProps = {
  line: Line
  order: Order
  draft: ReportDraft | null
  open: boolean
  onPress: () => void
}

function Tick({ line, order, draft, open, onPress }: TickProps) {
  const t = useTranslations('order')
  const format = useFormat()
  const textOf = useAnswerText()
  const value = draft?.values[line.key] ?? null
  const isPicture = line.kind === 'photo' || line.kind === 'signature'
  const done = draft !== null && isAnswered(line, draft)
  const text = isPicture
    ? draft && hasPicture(line, draft)
      ? t(line.kind === 'photo' ? 'photoThere' : 'signedThere')
      : ''
    : typeof value === 'number' && Number.isNaN(value)
      ? ''
      : textOf(line, value)
  const item = checklists[order.type].find(({ key }) => key === line.key)
  const bad = done && item !== undefined && isGood(item, { key: line.key, value, fileId: null }) === false
  const Icon = bad ? TriangleAlert : done ? CircleCheck : Circle
  return (
    <button
      type="button"
      className={classes(styles.tick, done && statusTone(bad ? 'curtailed' : 'producing'))}
      aria-expanded={open}
      onClick={onPress}
    >
      <Icon size={22} aria-hidden />
      <span>
        {line.label[format.language]}
        {!line.required && !done && <small> {t('optional')}</small>}
      </span>
      {text && <b>{text}</b>}
      <ChevronDown size={16} aria-hidden />
    </button>
  )
}
