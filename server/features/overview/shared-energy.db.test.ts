import { expect, it } from 'vitest'
import { testApp } from '../../../tests/app.ts'
import { makeSite } from '../../../tests/factories/telemetry.ts'
import type { HomeView } from './home.ts'

const NOW = Date.UTC(2026, 5, 21, 4)
const app = await testApp({ now: NOW })
const caller = await app.asRole('installer')

const get = async <T>(path: string): Promise<T> => {
  const { status, body } = await caller.request(`GET ${path}`)
  expect(status).toBe(200)
  return body as T
}
const sharedOf = async () => {
  const { totals } = await get<HomeView>('/api/home')
  const sheets: Record<string, number> = {}
  for (const period of ['today', 'month', 'year', 'lifetime'])
    sheets[period] = (await get<{ sharedWh: number }>(`/api/coverage?period=${period}`)).sharedWh
  return { home: [totals.monthSharedWh, totals.yearSharedWh], sheets }
}

it('home and its sheets tell what spans over the edge of a period may add, of few stations and of many', async () => {
  const [one, two] = [
    await makeSite(app.db, NOW, { companyId: app.companies.a }),
    await makeSite(app.db, NOW, { companyId: app.companies.a }),
  ]
  expect(await sharedOf()).toEqual({
    home: [0, 0],
    sheets: { today: 0, month: 0, year: 0, lifetime: 0 },
  })
  const spanOf = (site: typeof one, fromDay: string, toDay: string, wh: number) =>
    app.db
      .insertInto('energy_span')
      .values({
        device_no: site.inverters[0]?.no ?? 0,
        from_ts: new Date(`${fromDay}T04:00Z`),
        to_ts: new Date(`${toDay}T03:00Z`),
        from_day: fromDay,
        to_day: toDay,
        wh,
        known: 1000,
      })
      .execute()
  await spanOf(one, '2025-12-30', '2026-01-02', 5_000)
  await spanOf(one, '2026-05-30', '2026-06-02', 7_000)
  await spanOf(two, '2026-05-31', '2026-06-01', 400)
  // Wholly in month and year, and up to today.
  await spanOf(two, '2026-06-19', '2026-06-21', 30)
  // Wholly in the month: of no edge but those of days.
  await spanOf(one, '2026-06-10', '2026-06-12', 9_000)
  const told = {
    home: [7_400, 5_000],
    sheets: { today: 30, month: 7_400, year: 5_000, lifetime: 0 },
  }
  expect(await sharedOf()).toEqual(told)
  for (const site of [one, two]) {
    const station = await get<{ sharedWh: number }>(`/api/stations/${site.stationId}/coverage?period=month`)
    expect(station.sharedWh).toBe(site === one ? 7_000 : 400)
  }
  for (let made = 0; made < 100; made += 1) await makeSite(app.db, NOW, { companyId: app.companies.a })
  expect(await sharedOf()).toEqual(told)
})
