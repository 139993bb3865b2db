import { changeTold, monthToldIn, monthToTell, type MonthTold } from '#domain/messages/month-told.ts'
import { shareTogether } from '#domain/telemetry/coverage.ts'
import { sumIncome } from '#domain/telemetry/income.ts'
import { dayEndAt, daysOfPeriod } from '#domain/telemetry/local-days.ts'
import type { Context } from '../../context.ts'
import { findWho } from '../accounts/find-who.ts'
import { visibleStations } from '../accounts/scope.ts'
import { may } from '../accounts/who.ts'
import { choicesOf, defaultChoice } from '../messages/choices.ts'
import { tellMonth } from '../messages/tell-month.ts'
import { homeFrame } from '../overview/home.ts'
import { stationsIn } from '../stations/rows-store.ts'
import { comparedOf } from '../telemetry/compared.ts'
import { ledgerDueBefore } from '../telemetry/energy-store.ts'
import { energyInRanges } from '../telemetry/range-energy.ts'
import { incomeOfRanges, stretchesOfStations } from '../telemetry/range-income.ts'
import { findUntold } from './find-untold.ts'
import type { MonthLooks, MonthWait } from './month-looks.ts'
import { wholeRange } from './report-period.ts'

type Sender = Pick<Context, 'db' | 'changeEvents'>

type Told = { stationId: string; month: MonthTold }

/** What somebody is told of a month, and at which station; or what has to come first. */
const monthFor = async (
  { db }: Sender,
  accountId: string,
  of: string,
  now: number,
): Promise<Told | { wait: MonthWait }> => {
  const nothing = { wait: { from: null, stations: [] } }
  const who = await findWho(db, now, accountId)
  if (who === null || !may(who, 'om:alarm:view')) return nothing
  const all = await stationsIn(db, visibleStations(who, now))
  const { from, to } = monthToldIn(of, homeFrame(all, now).timeZone)
  const wait = { from: now < from ? from : null, stations: all.map(({ id }) => id) }
  if (all.length === 0 || now < from || now >= to) return { wait }
  const { stations } = (await choicesOf(db, [accountId])).get(accountId) ?? defaultChoice
  if (stations !== null && !all.some(({ id }) => stations.includes(id))) return { wait }
  // As long as any of its energy is still to be computed a month is not told.
  const { toDay } = daysOfPeriod(of)
  const ends = all.map(({ id, time_zone: zone }) => ({ stationId: id, before: dayEndAt(toDay, zone) }))
  if (await ledgerDueBefore(db, ends)) return { wait }
  const whole = all.map(({ id }) => wholeRange(id, { of }))
  const energies = await energyInRanges(db, whole, now)
  const lines = all.map((row, at) => ({ row, range: whole[at], energy: energies[at] }))
  const heard = lines.filter(({ energy }) => energy !== undefined && energy.wh !== null)
  const wanted = heard.filter(({ row }) => stations === null || stations.includes(row.id))
  const largest = wanted.toSorted((a, b) => b.row.capacity_w - a.row.capacity_w)[0]
  if (largest === undefined) return { wait }
  // One of several that was asked for, or the only one with readings, has a report of its own.
  const [told, isAll] = wanted.length === 1 ? [[largest], false] : [lines, true]
  const rows = told.map(({ row }) => row)
  const incomes = await incomeOfRanges(
    db,
    told.flatMap(({ range, energy }) => (range ? [{ range, wh: energy?.wh ?? null }] : [])),
    await stretchesOfStations(db, rows),
  )
  const compared = await comparedOf(db, rows, of, now)
  return {
    stationId: largest.row.id,
    month: {
      of,
      all: isAll,
      wh: told.reduce((sum, { energy }) => sum + (energy?.wh ?? 0), 0),
      coverage: shareTogether(
        told.map(({ row, energy }) => ({ capacityW: row.capacity_w, coverage: energy?.coverage ?? null })),
      ),
      income: sumIncome(incomes),
      change: changeTold(compared),
    },
  }
}

/**
 * Tells each person once what the last month brought, on its first days; whoever has no figures yet is looked at again
 * with a later run, by `looks` only when something has changed. Gives how many were told.
 */
export const tellMonths = async (
  context: Sender,
  now: number,
  stopping?: AbortSignal,
  looks?: MonthLooks,
): Promise<number> => {
  const of = monthToTell(now)
  if (of === null) {
    looks?.clear()
    return 0
  }
  let told = 0
  for (const accountId of await findUntold(context.db, of)) {
    if (stopping?.aborted) break
    if (looks?.waits(accountId, of, now)) continue
    looks?.begin()
    const found = await monthFor(context, accountId, of, now)
    if ('wait' in found) looks?.note(accountId, { of, now, wait: found.wait })
    else if (await tellMonth(context, now, { accountId, ...found })) told += 1
  }
  return told
}
