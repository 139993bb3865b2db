/** The states of an alarm and what moves it on, as one table. What is closed never opens again. */
export const alarmStatuses = ['unsolved', 'processing', 'closed'] as const
export type AlarmStatus = (typeof alarmStatuses)[number]

/** `not_operated`: it is still open. */
export const closeTypes = ['not_operated', 'manual_clear', 'work_order_closed', 'automatic_cleaning'] as const
export type CloseType = (typeof closeTypes)[number]

/** Worst first. */
export const alarmLevels = ['very_urgent', 'emergent', 'important', 'prompt'] as const
export type AlarmLevel = (typeof alarmLevels)[number]

/** 1 (very urgent) to 4 (prompt), as it is stored and sorted by. */
export const levelNumber = (level: AlarmLevel): number => alarmLevels.indexOf(level) + 1
/** A value of each level. */
export const byLevel = <T>(of: (level: AlarmLevel) => T): Record<AlarmLevel, T> => ({
  very_urgent: of('very_urgent'),
  emergent: of('emergent'),
  important: of('important'),
  prompt: of('prompt'),
})
export const levelOf = (number: number): AlarmLevel => alarmLevels[number - 1] ?? 'prompt'

export const alarmEvents = [
  /** A person clears it, with a remark. */
  'cleared',
  /** The device, or the rule that raised it, says that its last instance is over; or the device is gone. */
  'ended',
  /** A work order takes it. */
  'ordered',
  /** Its order was discarded, or it was taken out of the order. */
  'released',
  /** Its order was completed. */
  'order_closed',
] as const
export type AlarmEvent = (typeof alarmEvents)[number]

type Outcome = { status: AlarmStatus; closeType: CloseType }
type Row = Readonly<Partial<Record<AlarmEvent, Outcome>>>

const open = (status: 'unsolved' | 'processing'): Outcome => ({ status, closeType: 'not_operated' })
const closed = (closeType: Exclude<CloseType, 'not_operated'>): Outcome => ({ status: 'closed', closeType })

/** What an event makes of a status; absent = it changes nothing. Clearing what is closed is allowed, and only noted. */
export const alarmTable: Readonly<Record<AlarmStatus, Row>> = {
  unsolved: {
    cleared: closed('manual_clear'),
    ended: closed('automatic_cleaning'),
    ordered: open('processing'),
  },
  processing: {
    cleared: closed('manual_clear'),
    ended: closed('automatic_cleaning'),
    released: open('unsolved'),
    order_closed: closed('work_order_closed'),
  },
  closed: {},
}

/** What becomes of an alarm; null when the event changes nothing. */
export const afterEvent = (status: AlarmStatus, event: AlarmEvent): Outcome | null =>
  alarmTable[status][event] ?? null
