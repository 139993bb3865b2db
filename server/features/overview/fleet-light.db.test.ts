import { expect, it } from 'vitest'
import { lightBands } from '#domain/stations/hero.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { makeDevice, setEnergy, setLatest, setLink } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import type { HomeView } from './home.ts'

const minute = 60_000
/** Noon in Shanghai; before sunrise in Dakar. */
const noon = Date.UTC(2026, 5, 21, 4)
const app = await testApp({ now: noon })
const { db } = app
const company = app.companies.a
const caller: Caller = await app.newCaller('installer', 'a')
const read = async (): Promise<HomeView> => (await caller.request('GET /api/home')).body as HomeView

const places = {
  shanghai: {},
  dakar: { timeZone: 'Africa/Dakar', latitude: 14.7, longitude: 17.4, east: false },
  abidjan: { timeZone: 'Africa/Abidjan', latitude: 5.3, longitude: 4, east: false },
} as const
const make = async (
  place: keyof typeof places,
  said: { p: number; state?: 'grid_connected' | 'standby' | 'shutdown' } | null,
  days: Record<string, number> = {},
) => {
  const id = await makeStation(db, noon, company, {
    ...places[place],
    capacity: 10,
    tariff: { perKwh: 0.5, currency: 'CNY', source: 'test' },
  })
  const gateway = await makeDevice(db, noon, id, 'gateway')
  const inverter = await makeDevice(db, noon, id, 'inverter', { gatewayId: gateway.id })
  if (Object.keys(days).length > 0) await setEnergy(db, inverter.no, days, noon)
  if (said) {
    await setLink(db, gateway.id, { connected: true, birthAt: noon - 60 * minute })
    await setLatest(db, gateway.no, { ts: noon })
    await setLatest(db, inverter.no, { ts: noon, state: said.state ?? 'grid_connected', p: said.p })
  }
  return id
}

it('home tells of the only station what its own page tells, and of several how each does in its light', async () => {
  const bright = await make('shanghai', { p: 7_000 }, { '2026-06-21': 20_000, '2026-06-20': 60_000 })
  const alone = await read()
  expect(alone.only).toMatchObject({
    id: bright,
    timeZone: 'Asia/Shanghai',
    capacityW: 10_000,
    live: { powerW: 7_000, todayWh: 20_000, yesterdayWh: 60_000, income: { today: 10, yesterday: 30 } },
  })
  expect(alone.light).toMatchObject({ bright: 1, up: 1, compared: 1, clocks: 1 })

  const page = await caller.request(`GET /api/stations/${bright}`)
  expect(alone.only?.live).toEqual((page.body as { live: unknown }).live)

  const cloudy = await make('shanghai', { p: 1_500 })
  const dark = await make('dakar', { p: 0, state: 'standby' }, { '2026-06-21': 0, '2026-06-20': 40_000 })
  const faulty = await make('shanghai', { p: 0, state: 'shutdown' })
  const unheard = await make('shanghai', null)
  const { only, light } = await read()
  expect(only).toBe(null)
  expect(light).toMatchObject({ bright: 4, up: 4, compared: 3, clocks: 2 })
  expect(light.cells.map(({ id, band }) => [id, band])).toEqual([
    [faulty, 'attention'],
    [cloudy, 'low'],
    [bright, 'full'],
    [dark, 'dark'],
    [unheard, 'unknown'],
  ])
  expect(light.bands).toEqual({ attention: 1, low: 1, part: 0, full: 1, dark: 1, unknown: 1 })
  expect(light.cells[3]?.share).toBe(null)
  // 8.5 of three times some 8 kW.
  expect(light.share).toBeGreaterThan(0.25)
  expect(light.share).toBeLessThan(0.5)
  // Dakar, before sunrise: the day before. Shanghai: the present one.
  expect(light.lastDay).toMatchObject({ wh: 60_000, income: [{ currency: 'CNY', amount: 30 }] })
  expect(light.nextSunrise).toMatchObject({ timeZone: 'Africa/Dakar' })
})

it('of more stations than fit the worst stand one by one, and all are counted', async () => {
  for (let made = 0; made < 22; made += 1) await make('shanghai', { p: 7_000 })
  await make('abidjan', { p: 0, state: 'standby' })
  const { light, stations } = await read()
  expect(light.cells).toHaveLength(20)
  expect(light.cells[0]?.band).toBe('attention')
  expect(Object.values(light.bands).reduce((sum, n) => sum + n, 0)).toBe(stations)
  expect(Object.keys(light.bands).toSorted()).toEqual([...lightBands].toSorted())
  // Abidjan and Dakar go by one clock.
  expect(light.clocks).toBe(2)
})
