import { shareCounted, shareOfTime } from '#domain/telemetry/counter-share.ts'
import { addDays, dayEndAt, dayStartAt, localDayAt } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type EnergyChoice, keyOf, limitsOf } from '../telemetry/energy-bars.ts'
import { counterReadings, windowKey } from '../telemetry/counter-store.ts'
import { dayRows, spanRows, type DayRow, type StayTime, type PartDay, wholeDays } from './stay-store.ts'
import type { EnergySpanView } from '../telemetry/bar-store.ts'

export const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'

/** The local days that a stay fills wholly, and those it begins or ends within. */
export const daysOfStay = ({ from, to }: StayTime, zone: string) => {
  const parts = new Set<string>()
  let [first, last] = [FIRST_DAY, LAST_DAY]
  if (Number.isFinite(from)) {
    const { day, startAt } = localDayAt(from, zone)
    first = startAt === from ? day : addDays(day, 1)
    if (startAt !== from) parts.add(day)
  }
  if (Number.isFinite(to)) {
    const { day, startAt } = localDayAt(to, zone)
    last = addDays(day, -1)
    if (startAt !== to) parts.add(day)
  }
  return { first, last, parts: [...parts] }
}

/** What a device counted on a day while it hung there, Wh. */
const partOf = ({ stay }: PartDay, row: DayRow, readings: Parameters<typeof shareCounted>[0]): number => {
  const { from, to } = stay
  if (row.firstTs >= from && row.lastTs < to) return row.wh
  if (row.lastTs < from || row.firstTs >= to) return 0
  // Readings end with the retention; the days they made do not.
  return row.wh * (shareCounted(readings, from, to) ?? shareOfTime(row.firstTs, row.lastTs, from, to))
}

const partDays = async (db: Db, all: readonly PartDay[], zone: string): Promise<Map<string, number>> => {
  if (all.length === 0) return new Map()
  const { rows } = await dayRows(db, all)
  const byDay = new Map<string, number>()
  for (const row of rows) {
    const window = { deviceNo: row.no, fromTs: dayStartAt(row.day, zone), toTs: dayEndAt(row.day, zone) }
    const readings = (await counterReadings(db, [window])).get(windowKey(window)) ?? []
    for (const part of all)
      if (part.stay.no === row.no && part.day === row.day)
        byDay.set(row.day, (byDay.get(row.day) ?? 0) + partOf(part, row, readings))
  }
  return byDay
}

/** Spans of days that are only known together belong to where the device hung for the greater part of them. */
const spansOf = async (
  db: Db,
  stays: readonly StayTime[],
  choice: EnergyChoice,
): Promise<EnergySpanView[]> => {
  const limits = limitsOf(choice)
  const { rows } = await spanRows(db, stays, limits?.fromDay, limits?.toDay)
  return rows.flatMap(({ no, ...span }) => {
    const share = stays
      .filter((stay) => stay.no === no)
      .reduce((sum, stay) => sum + shareOfTime(span.fromTs, span.toTs, stay.from, stay.to), 0)
    return share > 0.5 ? [span] : []
  })
}

/**
 * Energy of the devices of a place while each hung there: Wh by bar of the period, and what is known over several days
 * only. A day on which a device came or went is divided by its counter readings.
 */
export const energyOfStays = async (
  db: Db,
  stays: readonly StayTime[],
  choice: EnergyChoice,
): Promise<{ byBar: Map<string, number>; spans: EnergySpanView[] }> => {
  const limits = limitsOf(choice)
  const divided = stays.map((stay) => ({ stay, ...daysOfStay(stay, choice.timeZone) }))
  const parts = divided.flatMap(({ stay, parts }) =>
    parts
      .filter((day) => limits === null || (day >= limits.fromDay && day <= limits.toDay))
      .map((day): PartDay => ({ stay, day })),
  )
  const byBar = await wholeDays(
    db,
    divided.map(({ stay, first, last }) => ({ no: stay.no, first, last })),
    choice,
  )
  for (const [day, wh] of await partDays(db, parts, choice.timeZone)) {
    const key = keyOf[choice.period](day)
    byBar.set(key, (byBar.get(key) ?? 0) + wh)
  }
  return { byBar, spans: await spansOf(db, stays, choice) }
}
