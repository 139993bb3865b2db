import { gridMeter, type PlacedMeter } from '../devices/meter-roles.ts'
import type { BalancePart, Flows } from './balance.ts'
import { flooredShare } from './coverage.ts'

/** How long a counter of a device is there. Days are of the station's zone. */
export type CounterLife = {
  device: number
  part: BalancePart
  /** Of a meter: where it stands. */
  meter: PlacedMeter | null
  /** The first day that it is asked of; and the day it left, null = it is there. */
  fromDay: string
  leftDay: string | null
  /** Its first reading ever; null = it was never heard. */
  firstDay: string | null
  firstTs: number | null
}

/** What is booked of a day; of inverters together, `device` null. `whole`: of how many the whole day is known. */
export type CounterDay = { device: number | null; part: BalancePart; day: string; wh: number; whole: number }

/** Energies of a day that are known of every part; null = of one at least they are not. */
export type DayFlows = { [Part in BalancePart]: number }

const alive = ({ fromDay, leftDay }: CounterLife, day: string): boolean =>
  fromDay <= day && (leftDay === null || day <= leftDay)

/** Whether all counters begin on this day, or none: what begins alone knows less of the day than the others. */
const beginTogether = (lives: readonly CounterLife[], day: string, withinMs: number): boolean => {
  const begun = lives.filter(({ firstDay }) => firstDay === day)
  if (begun.length === 0) return true
  const times = begun.flatMap(({ firstTs }) => firstTs ?? [])
  return (
    begun.length === lives.length &&
    times.length === begun.length &&
    Math.max(...times) - Math.min(...times) <= withinMs
  )
}

const keyOf = (device: number | null, part: BalancePart, day: string): string => `${device} ${part} ${day}`

/**
 * What is known of each of `days`; a day on which no meter stands at the connection to the grid is left out, as nothing
 * is asked of it. A day is known when all of it is known of every counter, those of inverters that are gone included;
 * on the day that one leaves, or begins apart from the others, it is not. `beginWithinMs`: first readings no further
 * apart are of one moment.
 */
export const flowsOfDays = (
  lives: readonly CounterLife[],
  booked: readonly CounterDay[],
  days: readonly string[],
  beginWithinMs: number,
): Map<string, DayFlows | null> => {
  const books = new Map(booked.map((one) => [keyOf(one.device, one.part, one.day), one]))
  const inverters = lives.filter(({ part }) => part === 'pv')
  const meters = lives.filter(({ meter }) => meter !== null)
  const batteries = lives.filter(({ part, meter }) => part !== 'pv' && meter === null)

  const flowsOf = (day: string): DayFlows | null | undefined => {
    const standing = new Map(
      meters.flatMap((life) =>
        life.meter && alive(life, day) ? [[life.device, { ...life.meter, life }]] : [],
      ),
    )
    const grid = gridMeter([...standing.values()])
    if (grid === null) return undefined
    if (grid === 'several') return null
    const pv = inverters.filter((life) => alive(life, day))
    const besides = [
      ...meters.filter(({ device }) => device === grid.life.device),
      ...batteries.filter((life) => alive(life, day)),
    ]
    const needed = [...pv, ...besides]
    if (needed.some(({ leftDay }) => leftDay === day) || !beginTogether(needed, day, beginWithinMs))
      return null
    const flows: DayFlows = { pv: 0, imported: 0, exported: 0, charged: 0, discharged: 0 }
    const add = (device: number | null, part: BalancePart, counters: number): boolean => {
      if (counters === 0) return true
      const book = books.get(keyOf(device, part, day))
      if (book === undefined || book.whole < counters) return false
      flows[part] += book.wh
      return true
    }
    const both = (device: number, parts: readonly BalancePart[]): boolean =>
      parts.every((part) => add(device, part, 1))
    const known =
      add(null, 'pv', pv.length) &&
      both(grid.life.device, ['imported', 'exported']) &&
      [...new Set(besides.filter(({ meter }) => meter === null).map(({ device }) => device))].every(
        (device) => both(device, ['charged', 'discharged']),
      )
    return known ? flows : null
  }
  return new Map(
    days.flatMap((day) => {
      const flows = flowsOf(day)
      return flows === undefined ? [] : [[day, flows]]
    }),
  )
}

/** The last light of an evening, told in the morning: what inverters made on two days, and no single one of them. */
export type LastLight = { fromDay: string; toDay: string; wh: number }

/**
 * The days of a period together: what flowed on those that are known, and their share of all, 0 to 1; null = there are
 * none. `weightOf`: of a day, as much as of it lies behind.
 */
export const sumOfDays = (
  days: ReadonlyMap<string, DayFlows | null>,
  lastLight: readonly LastLight[],
  weightOf: (day: string) => number,
): { flows: Flows; coverage: number | null } => {
  let [asked, known, whole] = [0, 0, true]
  let flows: DayFlows | null = null
  for (const [day, one] of days) {
    asked += weightOf(day)
    if (one === null) {
      whole = false
      continue
    }
    known += weightOf(day)
    const sum: DayFlows = flows ?? { pv: 0, imported: 0, exported: 0, charged: 0, discharged: 0 }
    flows = {
      pv: sum.pv + one.pv,
      imported: sum.imported + one.imported,
      exported: sum.exported + one.exported,
      charged: sum.charged + one.charged,
      discharged: sum.discharged + one.discharged,
    }
  }
  if (flows === null)
    return {
      flows: { pv: null, imported: null, exported: null, charged: null, discharged: null },
      coverage: asked === 0 ? null : 0,
    }
  for (const { fromDay, toDay, wh } of lastLight) if (days.get(fromDay) && days.get(toDay)) flows.pv += wh
  return { flows, coverage: whole ? 1 : flooredShare(known / asked) }
}
