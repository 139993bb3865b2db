import type { Attempt } from '../../../app/acts/attempt.ts'
import { PLANNED_HOURS_MAX } from '#domain/work-orders/limits.ts'
import type { CallInput } from '../../../app/data/call-types.ts'
import type { Attachment } from '../../../app/photo/attachments.ts'
import type { OrderRowData } from '../use-orders.ts'

type Body = CallInput<'POST /api/orders'>['body']
export type OrderType = OrderRowData['type']

/** An order that is being written. Pictures and documents lie beside it, each under the key of its slot. */
export type OrderDraft = {
  v: 1
  type: OrderType
  stationId: string | null
  device: { id: string; name: string } | null
  /** The content that stays, by alarm; null: not an order of alarms. What is not named stays whole. */
  kept: Readonly<Record<string, readonly string[]>>
  name: string
  priority: Body['priority'] | null
  description: string
  remark: string
  startAt: number | null
  endAt: number | null
  /** Planned processing time, hours; NaN when what was typed is no number. */
  hours: number | null
  needsReview: boolean
  handler: { id: string; name: string } | null
  images: Attachment[]
  files: Attachment[]
  attempt: Attempt | null
  savedAt: number
}

export const defaultHours = 2

type Start = Pick<OrderDraft, 'type' | 'stationId' | 'device'> &
  Partial<Pick<OrderDraft, 'name' | 'priority' | 'description'>>

export const newDraft = (start: Start): OrderDraft => ({
  v: 1,
  kept: {},
  name: '',
  priority: null,
  description: '',
  remark: '',
  startAt: null,
  endAt: null,
  hours: defaultHours,
  needsReview: true,
  handler: null,
  images: [],
  files: [],
  attempt: null,
  savedAt: 0,
  ...start,
})

/** A kept draft; null when there is none of this version. */
export const draftFrom = (kept: unknown): OrderDraft | null =>
  typeof kept === 'object' && kept !== null && 'v' in kept && kept.v === 1 ? (kept as OrderDraft) : null

/** Something a person would miss. */
export const isWorthKeeping = (draft: OrderDraft, start: OrderDraft): boolean =>
  JSON.stringify({ ...draft, savedAt: 0, attempt: null }) !==
  JSON.stringify({ ...start, savedAt: 0, attempt: null })

export type Wrong = Partial<Record<'station' | 'device' | 'end' | 'hours' | 'description', true>>

/** What is missing or wrong, by field. `reports`: a person who may only report. */
export const wrongOf = (draft: OrderDraft, reports: boolean): Wrong => ({
  ...(draft.stationId === null && { station: true }),
  ...(reports && draft.description.trim() === '' && { description: true }),
  ...(draft.startAt !== null && draft.endAt !== null && draft.endAt < draft.startAt && { end: true }),
  // NaN compares as false: it is neither.
  ...(!(draft.hours !== null && draft.hours >= 1 / 60 && draft.hours <= PLANNED_HOURS_MAX) && {
    hours: true,
  }),
})

type Alarms = readonly { id: string; instances: readonly string[] }[]

/** The content that stays of an alarm. */
export const keptOf = (draft: OrderDraft, alarm: Alarms[number]): readonly string[] =>
  draft.kept[alarm.id] ?? alarm.instances

/** What is sent. `alarms`: those it was begun from; empty when it is made by hand. */
export const bodyOf = (
  draft: OrderDraft,
  alarms: Alarms,
  priority: Body['priority'],
  sent: { images: string[]; files: string[] },
  about: { alarmId: string; proposed: string } | undefined,
): Body => ({
  type: draft.type,
  stationId: draft.stationId ?? '',
  priority,
  description: draft.description.trim(),
  plannedStartAt: draft.startAt,
  plannedEndAt: draft.endAt,
  plannedMinutes: Math.round((draft.hours ?? defaultHours) * 60),
  needsReview: draft.needsReview,
  ...sent,
  ...(draft.remark.trim() && { remark: draft.remark.trim() }),
  // What the program proposed it names itself, for each reader in their language.
  ...(draft.name.trim() && draft.name.trim() !== about?.proposed.trim() && { name: draft.name.trim() }),
  ...(draft.handler && { handlerId: draft.handler.id }),
  ...(alarms.length > 0
    ? {
        alarms: alarms
          .map((alarm) => ({ alarmId: alarm.id, instances: [...keptOf(draft, alarm)] }))
          .filter(({ instances }) => instances.length > 0),
      }
    : { deviceId: about === undefined ? (draft.device?.id ?? null) : null }),
  ...(about !== undefined && { aboutAlarmId: about.alarmId }),
})
