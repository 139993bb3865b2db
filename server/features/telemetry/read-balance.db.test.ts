import { expect, it } from 'vitest'
import { addDays, dayAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { testApp } from '#tests/app.ts'
import type { MadeDevice } from '#tests/factories/devices.ts'
import { makeHouse } from '#tests/factories/house.ts'
import type { Metrics } from '#contract/mqtt/telemetry.ts'
import type { StationBalance } from './read-balance.ts'
import { drain } from './roll-up.ts'

const app = await testApp()
const installer = await app.asRole('installer')
const ZONE = 'Asia/Shanghai'
const STEP = 10 * 60_000
const today = dayAt(app.now(), ZONE)
const start = (daysAgo: number): number => dayStartAt(addDays(today, -daysAgo), ZONE)

/** What flows in the ten minutes before a time, W: the sun from 6 to 18 o'clock, a house, a battery between. */
const flowsAt = (at: number) => {
  const hour = ((at - start(10)) / 3_600_000) % 24
  const pv = Math.round(6_000 * Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)))
  const used = 400 + Math.round(900 * Math.abs(Math.sin(hour * 1.7)))
  const rest = pv - used
  const charged = rest > 1_000 ? 600 : 0
  const discharged = rest < 0 && hour > 18 ? 300 : 0
  const grid = used + charged - pv - discharged
  return { pv, used, charged, discharged, imported: Math.max(0, grid), exported: Math.max(0, -grid) }
}
type Power = keyof ReturnType<typeof flowsAt>

/** Counters of whole Wh that have counted since ten days ago, each from a value of its own. */
const counters = () => {
  const wh: Record<Power, number> = {
    pv: 8_214_300,
    used: 0,
    charged: 1_204_000,
    discharged: 1_130_500,
    imported: 2_410_800,
    exported: 5_920_100,
  }
  const all = new Map<number, Record<Power, number>>()
  for (let at = start(4); at <= app.now(); at += STEP) {
    all.set(at, { ...wh })
    const flows = flowsAt(at + STEP)
    for (const name of Object.keys(wh) as Power[]) wh[name] += Math.round(flows[name] / 6)
  }
  return all
}
const counted = counters()
/** How much a counter counted from the start of one day to that of another. */
const between = (power: Power, fromAgo: number, toAgo: number): number =>
  (counted.get(start(toAgo))?.[power] ?? Number.NaN) - (counted.get(start(fromAgo))?.[power] ?? Number.NaN)

/** From the start of the present day on. */
const soFar = (power: Power) => (counted.get(app.now())?.[power] ?? 0) - (counted.get(start(0))?.[power] ?? 0)
/** An hour of yesterday. */
const at = (hour: number) => start(1) + hour * 3_600_000

const houseWith = async (leavesOut: (at: number, what: 'meter' | 'battery') => boolean = () => false) => {
  const house = await makeHouse(app, { timeZone: ZONE, capacity: 8 })
  const inverter = await house.add('inverter')
  const meter = await house.add('meter')
  const battery = await house.add('battery', { ratedW: 5_000 })
  await house.recalls(
    [...counted].map(([at, wh]) => {
      const said: [MadeDevice, Metrics][] = [[inverter, { e_pv: wh.pv, p_pv: flowsAt(at).pv }]]
      if (!leavesOut(at, 'meter')) said.push([meter, { e_in: wh.imported, e_out: wh.exported }])
      if (!leavesOut(at, 'battery')) said.push([battery, { e_chg: wh.charged, e_dis: wh.discharged }])
      return { at, said }
    }),
  )
  await drain(app.context, app.now())
  const read = async (asked: string): Promise<StationBalance> => {
    const reply = await installer.request(`GET /api/stations/${house.stationId}/balance?${asked}`)
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
    return reply.body as StationBalance
  }
  return { ...house, inverter, meter, battery, read }
}

it('the energies of a day equal what every counter counted, to the Wh, and what is used follows', async () => {
  const { read } = await houseWith()
  for (const ago of [3, 2, 1]) {
    const day = await read(`period=day&of=${addDays(today, -ago)}`)
    const of = (power: Power) => between(power, ago, ago - 1)
    const used = of('pv') + of('imported') - of('exported') + of('discharged') - of('charged')
    expect(day.total).toEqual({
      pvWh: of('pv'),
      importWh: of('imported'),
      exportWh: of('exported'),
      chargedWh: of('charged'),
      dischargedWh: of('discharged'),
      usedWh: used,
      ownUseWh: of('pv') - of('exported'),
      selfConsumption: (of('pv') - of('exported')) / of('pv'),
      selfSufficiency: (used - of('imported')) / used,
      coverage: 1,
    })
    // The counters of ten minutes are rounded, each by half a Wh.
    expect(Math.abs(used - of('used'))).toBeLessThan(144 * 3)
    expect([day.import, day.export]).toEqual([
      { wh: of('imported'), coverage: 1 },
      { wh: of('exported'), coverage: 1 },
    ])
  }
})

it('the present day is known as far as it has come, and a month is the sum of its days', async () => {
  const { read } = await houseWith()
  const now = await read('period=day')
  expect(now.total).toMatchObject({ pvWh: soFar('pv'), importWh: soFar('imported'), coverage: 1 })
  const month = await read('period=month')
  expect(month.bars.map(({ key, coverage }) => [key, coverage])).toEqual(
    [4, 3, 2, 1, 0].map((ago) => [addDays(today, -ago), 1]),
  )
  const sum = month.bars.reduce((total, { usedWh }) => total + (usedWh ?? Number.NaN), 0)
  expect([month.total.usedWh, month.total.coverage, month.since]).toEqual([sum, 1, addDays(today, -4)])
  const life = await read('period=lifetime')
  expect(life.bars).toMatchObject([{ key: today.slice(0, 4), usedWh: sum, coverage: 1 }])
})

it('a day that the meter missed is unknown, and the month says that it is short of it', async () => {
  const [from, to] = [start(3) + 6 * STEP, start(2) + 30 * STEP]
  const { read } = await houseWith((at, what) => what === 'meter' && at > from && at < to)
  const missed = await read(`period=day&of=${addDays(today, -3)}`)
  expect(missed.total).toMatchObject({
    usedWh: null,
    selfConsumption: null,
    selfSufficiency: null,
    coverage: 0,
  })
  const month = await read('period=month')
  const of = (ago: number) => month.bars.find(({ key }) => key === addDays(today, -ago))
  expect([of(3)?.usedWh, of(2)?.usedWh, of(1)?.coverage]).toEqual([null, null, 1])
  // Three days and a half were asked of in all; what the meter drew itself was counted through.
  expect(month.total.coverage).toBeLessThan(0.7)
  expect(month.total.importWh).toBe((of(4)?.importWh ?? 0) + (of(1)?.importWh ?? 0) + (of(0)?.importWh ?? 0))
  const whole = (counted.get(app.now())?.imported ?? 0) - (counted.get(start(4))?.imported ?? 0)
  expect(month.import.wh).toBe(whole)
  expect(month.import.coverage).toBeGreaterThan(0.99)
})

it('a battery that is silent leaves what is used unknown, and own use known by none', async () => {
  const { read } = await houseWith((at, what) => what === 'battery' && at >= start(1))
  const day = await read(`period=day&of=${addDays(today, -1)}`)
  expect(day.total).toMatchObject({ usedWh: null, coverage: 0 })
  expect(day.import.wh).toBe(between('imported', 1, 0))
})

it('two meters that may stand at the grid make everything of it unknown, until one is chosen', async () => {
  const house = await houseWith()
  await house.add('meter')
  const told = await house.read('period=month')
  expect([told.meter, told.total.usedWh, told.import]).toEqual([
    'several',
    expect.any(Number),
    { wh: null, coverage: null },
  ])
  await app.db.updateTable('device').set({ meter_role: 'grid' }).where('id', '=', house.meter.id).execute()
  expect(await house.read('period=month')).toMatchObject({ meter: 'one', total: { coverage: 1 } })
})

it('a station without a meter is asked of nothing', async () => {
  const house = await makeHouse(app)
  const reply = await installer.request(`GET /api/stations/${house.stationId}/balance?period=year`)
  expect(reply.body).toMatchObject({
    meter: 'none',
    since: null,
    total: { usedWh: null, coverage: null },
    bars: [],
  })
})

it("the day's curve has what flowed at grid and battery, and what was used where all of it is known", async () => {
  const house = await makeHouse(app, { timeZone: ZONE, reportMin: 10 })
  const inverter = await house.add('inverter')
  const meter = await house.add('meter')
  const battery = await house.add('battery')
  await house.recalls([
    {
      at: at(10),
      said: [
        [inverter, { p: 4_000 }],
        [meter, { p: -2_500 }],
        [battery, { p: -500 }],
      ],
    },
    // The meter's share of the next is not known, and of the third the battery's.
    {
      at: at(12),
      said: [
        [inverter, { p: 5_000 }],
        [battery, { p: -700 }],
      ],
    },
    {
      at: at(14),
      said: [
        [inverter, { p: 3_000 }],
        [meter, { p: 200 }],
      ],
    },
  ])
  const path = `GET /api/stations/${house.stationId}/power?day=${addDays(today, -1)}`
  const { ts, balance } = (await installer.request(path)).body as {
    ts: number[]
    balance: Record<'gridW' | 'batteryW' | 'houseW', (number | null)[]>
  }
  const row = (hour: number) => {
    const step = ts.indexOf(at(hour))
    return [balance.gridW[step], balance.batteryW[step], balance.houseW[step]]
  }
  expect([row(10), row(12), row(14)]).toEqual([
    [-2_500, -500, 1_000],
    [null, -700, null],
    [200, null, null],
  ])
  const plain = await makeHouse(app)
  await plain.add('inverter')
  const alone = await installer.request(`GET /api/stations/${plain.stationId}/power`)
  expect(alone.body).toMatchObject({ balance: null })
})
