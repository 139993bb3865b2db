import {
  BellOff,
  CircleCheck,
  CirclePlay,
  CirclePlus,
  ClipboardCheck,
  CornerDownLeft,
  FileCheck,
  FileX,
  Forward,
  Hourglass,
  MessageSquare,
  Pencil,
  Redo2,
  Trash2,
  Undo2,
  UserRoundCheck,
  UserRoundX,
  type LucideIcon,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { wallTime } from '../../kit/time/zone-instant.ts'
import { Timeline, TimelineItem } from '../../kit/timeline.tsx'
import { FileStrip } from './files-card.tsx'
import { orderTone } from './order-pills.tsx'
import { useDuration } from './use-duration.ts'
import type { FlowRecord } from './use-orders.ts'
import styles from './order.module.css'

type FlowName = NonNullable<FlowRecord['name']>
const icons: Record<FlowName, LucideIcon> = {
  initiate: CirclePlus,
  dispatch: Forward,
  accept: UserRoundCheck,
  reject: UserRoundX,
  start: CirclePlay,
  complete: FileCheck,
  abandon: CornerDownLeft,
  withdraw_review: Undo2,
  automatic_review: ClipboardCheck,
  under_review: Hourglass,
  review_passed: ClipboardCheck,
  review_failed: FileX,
  original_handler_continues: Redo2,
  reassign_to_someone_else: Forward,
  reassign: Forward,
  completed: CircleCheck,
  discarded: Trash2,
}
/** Names that go on with a person: "Dispatch to Li". */
const toSomebody: ReadonlySet<string> = new Set(['dispatch', 'reassign'])
const notes: Record<NonNullable<FlowRecord['note']>, LucideIcon> = {
  alarm_ended: BellOff,
  alarm_cleared: BellOff,
  changed: Pencil,
  comment: MessageSquare,
}
/** What the text of a record is. */
const textOf = (name: FlowName | null): 'reasonIs' | 'reportIs' | 'remarkIs' | 'description' =>
  name === 'initiate'
    ? 'description'
    : name === 'reject' || name === 'abandon' || name === 'discarded'
      ? 'reasonIs'
      : name === 'complete'
        ? 'reportIs'
        : 'remarkIs'

type FlowListProps = {
  flow: readonly FlowRecord[]
  timeZone: string
  /** With pictures and documents of each record. */
  whole?: boolean
  /** The report, where it stands beside this. */
  report?: string | undefined
}

/** What happened to an order: who, when, why, and how long until the next step. */
export function FlowList({ flow, timeZone, whole = false, report }: FlowListProps) {
  const t = useTranslations('order')
  const format = useFormat()
  const duration = useDuration()
  return (
    <Timeline label={t('flowLabel')}>
      {flow.map((record, no) => {
        const { name, note } = record
        // What is said meanwhile is no step, and ends none.
        const next = note === 'comment' ? undefined : flow.slice(no + 1).find((one) => one.note !== 'comment')
        const Icon = name ? icons[name] : notes[note ?? 'changed']
        const title = name ? t(`flow.${name}`) : t(`note.${note ?? 'changed'}`)
        const long = next ? next.at - record.at : 0
        // A day is said once.
        const before = flow[no - 1]
        const sameDay =
          before !== undefined && wallTime(before.at, timeZone).day === wallTime(record.at, timeZone).day
        const when = sameDay ? format.clock(record.at, timeZone) : format.instant(record.at, timeZone)
        return (
          <TimelineItem
            key={record.seq}
            icon={<Icon size={16} aria-hidden />}
            tone={name === null ? undefined : orderTone(record.to)}
            title={
              <>
                {title}
                {name && toSomebody.has(name) && record.handler && ` ${record.handler.name}`}
              </>
            }
            at={<Dotted parts={[record.by?.name ?? t('system'), when]} />}
            until={long >= 60_000 ? t('after', { time: duration(long) }) : undefined}
          >
            {record.alarm && (
              <Go to={pathTo('alarm-detail', { alarmId: record.alarm.id })} className={styles.link}>
                {record.alarm.name[format.language]}
              </Go>
            )}
            {record.text && !(name === 'complete' && record.text === report) && (
              <p className={styles.said}>
                {note !== 'comment' && <span>{t(textOf(name))}</span>}
                {record.text}
              </p>
            )}
            {whole && <FileStrip images={record.images} files={record.files} />}
          </TimelineItem>
        )
      })}
    </Timeline>
  )
}
