import { expect, it } from 'vitest'
import { alarmStatuses } from '#domain/alarms/alarm-states.ts'
import { testDatabase } from '#tests/database.ts'
import { makeCompany } from '#tests/factories/accounts.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { visibleStations } from '../accounts/scope.ts'
import { countAlarms, stationsInScope, sumUpAlarms, type Tally } from './find-alarms.ts'

const { db, owner } = await testDatabase()
const now = Date.UTC(2026, 5, 21, 4)
const company = await makeCompany(db, now)
const everybody = visibleStations({ accountId: '', role: 'administrator', companyId: null }, now)

const sorted = (tallies: readonly Tally[]) =>
  tallies.filter(({ n }) => n !== 0).toSorted((a, b) => a.level - b.level || (a.status < b.status ? -1 : 1))
/** What who sees all is told, and the sum over the stations one by one. */
const both = async () => {
  const stations = await stationsInScope(db, everybody, undefined)
  return { all: sorted(await countAlarms(db, null)), each: sorted(await countAlarms(db, stations)) }
}

it('alarms of all stations are counted as the sum of those of each, whatever happens to them', async () => {
  const stations = await Promise.all([1, 2, 3].map(() => makeStation(db, now, company)))
  const made: string[] = []
  for (const [n, station] of [...stations, ...stations].entries())
    made.push((await makeAlarm(db, now, station, { level: 1 + (n % 4), code: `X-${n}` })).id)
  let counted = await both()
  expect(counted.all.reduce((sum, { n }) => sum + n, 0)).toBe(6)
  expect(counted.all).toEqual(counted.each)
  for (const [n, id] of made.slice(0, 4).entries()) {
    const status = alarmStatuses[n % alarmStatuses.length]
    const end =
      status === 'closed' ? { closed_at: new Date(now), close_type: 'automatic_cleaning' as const } : {}
    await db
      .updateTable('alarm')
      .set({ status, ...end })
      .where('id', '=', id)
      .execute()
    counted = await both()
    expect(counted.all).toEqual(counted.each)
  }
  for (const deleted of [new Date(now), null]) {
    await db
      .updateTable('station')
      .set({ deleted_at: deleted })
      .where('id', '=', stations[0] ?? '')
      .execute()
    counted = await both()
    expect(counted.all).toEqual(counted.each)
  }
  await sumUpAlarms(db)
  expect((await both()).all).toEqual(counted.all)
  expect((await owner.query('SELECT FROM alarm_total')).rowCount).toBe(counted.all.length)
})

it('a sum that is made one row again loses nothing of what is added meanwhile', async () => {
  const station = await makeStation(db, now, company)
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      await makeAlarm(db, now, station, { level: 1 + (n % 4), code: `Y-${n}` })
      await sumUpAlarms(db)
    }),
  )
  const { all, each } = await both()
  expect(all).toEqual(each)
})
