import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import { applyInventory } from '#server/features/devices/apply-inventory.ts'
import type { DeviceCurve } from '#server/features/telemetry/device-curve.ts'
import { drain } from '#server/features/telemetry/roll-up.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testApp } from '#tests/app.ts'
import { makeDevice, newSerial } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { item, message } from '#tests/factories/telemetry.ts'
import type { EnergyBars } from '#server/features/telemetry/bar-store.ts'

/** Noon in the station's zone, Asia/Shanghai. */
const app = await testApp()
const { db, context } = app
const installer = await app.asRole('installer', 'a')
const HALF_HOUR = 30 * 60_000
const DAY = '2026-06-21'

type Place = { id: string; deviceId: string | null; position: number | null; stringId: string | null }
const read = async <T>(path: string): Promise<T> => {
  const reply = await installer.request(`GET ${path}`)
  expect([path, reply.status]).toEqual([path, 200])
  return reply.body as T
}

/** Two optimizers in string 1, which count so many Wh in each half hour. */
const newRoof = async () => {
  const stationId = await makeStation(db, app.now(), app.companies.a)
  const gateway = await makeDevice(db, app.now(), stationId, 'gateway')
  const inverter = newSerial('inverter')
  const sns = [newSerial('optimizer'), newSerial('optimizer')] as const
  let [seq, rev] = [0, 0]
  const said = (list: readonly string[]): InventoryDevice[] => [
    { sn: inverter, t: 'inverter' },
    ...list.map((sn, no) => ({ sn, t: 'optimizer' as const, parent: inverter, string: 1, pos: no + 1 })),
  ]
  const report = async (list: readonly string[]): Promise<void> =>
    void (await applyInventory(
      context,
      gateway.sn,
      { v: 1, boot: 'boot-aaaa', rev: (rev += 1), devices: said(list) },
      app.now(),
    ))
  await report(sns)
  /** Half-hourly readings of a device, `steps` of them up to `until`; its counter then stands at `wh`. */
  const count = async (sn: string, until: number, steps: number, wh: number, each: number): Promise<void> => {
    const d = Array.from({ length: steps }, (_, no) =>
      item(sn, until - (steps - 1 - no) * HALF_HOUR, { p: each * 2, e_tot: wh - (steps - 1 - no) * each }),
    )
    const told = message((seq += 1), app.now(), d, { hist: true })
    await storeReadings(context, [{ gatewaySn: gateway.sn, message: told }], app.now())
    await drain(context, app.now())
  }
  const array = async () =>
    read<{ strings: { id: string }[]; places: Place[] }>(`/api/stations/${stationId}/array`)
  const placeAt = async (position: number): Promise<Place> => {
    const found = (await array()).places.find((one) => one.position === position)
    if (!found) throw new Error(`nothing at position ${position}`)
    return found
  }
  return { stationId, sns, report, count, array, placeAt }
}
const energyOf = async (placeId: string, query = `period=month&of=${DAY.slice(0, 7)}`) =>
  read<EnergyBars & { exchanges: object[] }>(`/api/places/${placeId}/energy?${query}`)
const dayOf = (bars: EnergyBars): number | null => bars.bars.find(({ key }) => key === DAY)?.wh ?? null

/** What hung there gave, W. */
const powerOf = async (placeId: string) =>
  (await read<DeviceCurve>(`/api/places/${placeId}/curve?day=${DAY}`)).series
    .find(({ metric }) => metric === 'powerW')
    ?.values.filter((value) => value !== null)

const moveTo = async (stationId: string, { deviceId, stringId }: Place, position: number): Promise<void> => {
  const nowhere = { areaId: null, row: null, col: null, modules: 1, moduleW: null }
  const body = { changes: [{ deviceId, stringId, position, ...nowhere }] }
  const done = await installer.request(`POST /api/stations/${stationId}/assign`, { body })
  expect(done.body).toMatchObject({ applied: true })
}

it('a device that moves into an empty place leaves its morning where it was, and nothing is counted twice', async () => {
  const { stationId, sns, count, placeAt } = await newRoof()
  const [first, second] = [await placeAt(1), await placeAt(2)]
  const noon = app.now()
  // Eight half hours of 100 and of 40 Wh.
  await count(sns[0], noon, 9, 10_800, 100)
  await count(sns[1], noon, 9, 5320, 40)
  app.advance(HALF_HOUR / 2)
  await installer.request(`POST /api/stations/${stationId}/devices/delete`, {
    body: { ids: [second.deviceId] },
  })
  await moveTo(stationId, first, 2)
  expect([(await placeAt(1)).deviceId, (await placeAt(2)).deviceId]).toEqual([null, first.deviceId])
  app.advance(HALF_HOUR * 4)
  await count(sns[0], noon + 4 * HALF_HOUR, 4, 11_200, 100)

  // The half hour in which it moved is divided evenly.
  const [one, two] = [await energyOf(first.id), await energyOf(second.id)]
  expect([dayOf(one), dayOf(two)]).toEqual([850, 320 + 350])
  expect([one.totalWh, two.totalWh]).toEqual([850, 670])
  expect((await energyOf(first.id, 'period=lifetime')).totalWh).toBe(850)
  expect((await energyOf(second.id, 'period=year&of=2026')).totalWh).toBe(670)
  expect(two.exchanges).toMatchObject([{ oldSn: sns[1], newSn: sns[0] }])
  expect(await powerOf(first.id)).toEqual(Array<number>(9).fill(200))
  expect(await powerOf(second.id)).toEqual([...Array<number>(9).fill(80), ...Array<number>(4).fill(200)])
})

it('a position that is corrected keeps the place and all that was measured in it', async () => {
  const { stationId, sns, count, placeAt } = await newRoof()
  const place = await placeAt(1)
  await count(sns[0], app.now(), 9, 10_800, 100)
  await moveTo(stationId, place, 9)
  expect((await placeAt(9)).id).toBe(place.id)
  expect(dayOf(await energyOf(place.id))).toBe(800)
})

it('an exchange in the middle of a day: the place has what both counted there, each day once', async () => {
  const { sns, report, count, placeAt } = await newRoof()
  const place = await placeAt(1)
  const noon = app.now()
  await count(sns[0], noon, 9, 10_800, 100)
  app.advance(60_000)
  const sn = newSerial('optimizer')
  const exchanged = app.now()
  const done = await installer.request(`POST /api/devices/${place.deviceId}/replace`, {
    body: { id: randomUUID(), sn },
  })
  expect(done.status).toBe(201)
  await report([sn, sns[1]])
  app.advance(4 * HALF_HOUR)
  await count(sn, noon + 4 * HALF_HOUR, 4, 1330, 110)
  const energy = await energyOf(place.id)
  expect([dayOf(energy), energy.totalWh]).toEqual([800 + 330, 800 + 330])
  expect(energy.exchanges).toMatchObject([{ at: exchanged, oldSn: sns[0], newSn: sn }])
})

it('the energy of a place says of how much of its time it knows, of each device while it hung there', async () => {
  const day = 48 * HALF_HOUR
  // Other tests of the file have moved the clock; this one begins at a noon of its own.
  app.advance(day - ((app.now() - Date.UTC(2026, 5, 21, 4)) % day))
  const { sns, report, count, placeAt } = await newRoof()
  const place = await placeAt(1)
  const noon = app.now()
  const nameOf = (no: number): string => new Date(noon + no * day).toISOString().slice(0, 10)
  // Two days of readings; then it is silent for two, and exchanged.
  app.advance(2 * day)
  await count(sns[0], noon + 2 * day, 97, 50_000, 100)
  app.advance(2 * day)
  const sn = newSerial('optimizer')
  const done = await installer.request(`POST /api/devices/${place.deviceId}/replace`, {
    body: { id: randomUUID(), sn },
  })
  expect(done.status).toBe(201)
  await report([sn, sns[1]])
  app.advance(2 * day)
  await count(sn, noon + 6 * day, 97, 20_000, 100)

  const month = await energyOf(place.id, `period=month&of=${nameOf(0).slice(0, 7)}`)
  const shares = [0, 1, 2, 3, 4, 5, 6].map(
    (no) => month.bars.find(({ key }) => key === nameOf(no))?.coverage ?? null,
  )
  // The day of the exchange belongs to neither wholly, and is not asked.
  expect(shares).toEqual([1, 1, expect.closeTo(0.5, 1), 0, null, 1, 1])
  // Of five days and a half, a day and a half are missing.
  expect(month.coverage).toBeCloseTo(4 / 5.5, 1)
  const life = await energyOf(place.id, 'period=lifetime')
  expect([life.coverage, life.bars.map(({ coverage }) => coverage)]).toEqual([
    month.coverage,
    [month.coverage],
  ])
})
