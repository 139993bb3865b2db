import { byKind, deviceKinds } from '#domain/devices/kinds.ts'
import { describe, expect, it } from 'vitest'
import { stationCondition } from '#domain/stations/condition.ts'
import { STILL_FLAGS } from '#domain/telemetry/quality-flags.ts'
import { counted } from '#tests/counted.ts'
import { testDatabase } from '#tests/database.ts'
import { makeCompany } from '#tests/factories/accounts.ts'
import { makeDevice, setEnergy, setLatest, setLink } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { devicesOfStation } from '../devices/device-store.ts'
import { stateNow } from '../devices/device-state-now.ts'
import { deviceEnergyTotals, deviceFlowTotals, stationEnergyTotals } from '../telemetry/energy-totals.ts'
import { applyRating } from '../telemetry/apply-rating.ts'
import { createFiguresMind } from './kept-mind.ts'
import { markStationDue } from '../telemetry/energy-store.ts'
import type { StationFigures } from './station-figures.ts'
import { stationFigures } from './station-figures.ts'
import { stationLives } from './station-live.ts'
import { lastRanAt } from '../telemetry/find-ran.ts'
import { energyOf } from '../telemetry/range-energy.ts'

const { db } = await testDatabase()
const minute = 60_000
/** Noon and midnight in Shanghai. */
const noon = Date.UTC(2026, 5, 21, 4)
const midnight = Date.UTC(2026, 5, 21, 16)
const company = await makeCompany(db, noon)
const figures = createFiguresMind()
const energy = {
  stationTotals: stationEnergyTotals,
  inRanges: energyOf,
  lastRanAt,
  deviceTotals: deviceEnergyTotals,
  flowTotals: deviceFlowTotals,
  markStationDue,
  applyRating,
}

const stationOf = async (given: Parameters<typeof makeStation>[3] = {}) => {
  const id = await makeStation(db, noon, company, given)
  const gateway = await makeDevice(db, noon, id, 'gateway')
  const inverter = await makeDevice(db, noon, id, 'inverter', { gatewayId: gateway.id })
  return { id, gateway, inverter }
}
const figuresOf = async (id: string, now: number): Promise<StationFigures> => {
  const found = (await stationFigures(db, { ids: [id] }, now)).get(id)
  if (!found) throw new Error('no figures')
  return found
}
const reporting = async (gateway: { id: string; no: number }, at: number) => {
  await setLink(db, gateway.id, { connected: true, birthAt: at - 60 * minute })
  await setLatest(db, gateway.no, { ts: at })
}

describe('the figures of a station', () => {
  it('know nothing of a station that was never heard', async () => {
    const { id } = await stationOf()
    expect(await figuresOf(id, noon)).toEqual({
      stationId: id,
      condition: 'unknown',
      powerW: null,
      roof: null,
      powerWholeAt: null,
      powerAt: null,
      todayWh: null,
      todayShared: false,
      todayCoverage: 0,
      switchedOff: null,
      limited: null,
      attention: 0,
      neverHeard: [],
      openAlarms: { very_urgent: 0, emergent: 0, important: 0, prompt: 0 },
      lastHeardAt: null,
      inverterW: 10_000,
      dcW: null,
      irradianceWm2: null,
      airC: null,
      yesterdayWh: null,
      yesterdayCoverage: null,
      devices: {
        ...byKind(deviceKinds, () => ({ total: 0, online: 0 })),
        gateway: { total: 1, online: 0 },
        inverter: { total: 1, online: 0 },
      },
    })
  })

  it('do not count power that stands still, nor call the station producing for it', async () => {
    const { id, gateway, inverter } = await stationOf()
    await reporting(gateway, midnight)
    await setLatest(db, inverter.no, {
      ts: midnight - minute,
      state: 'grid_connected',
      p: 5000,
      flags: STILL_FLAGS,
    })
    expect(await figuresOf(id, midnight)).toMatchObject({ condition: 'standby', powerW: null })
    const [row] = await devicesOfStation(db, id, 'inverter')
    expect(row && stateNow(row, midnight)).toMatchObject({ state: null, powerW: null, online: true })
  })

  it('add up the inverters that report, and name the oldest reading', async () => {
    const { id, gateway, inverter } = await stationOf()
    const second = await makeDevice(db, noon, id, 'inverter', { gatewayId: gateway.id })
    const optimizer = await makeDevice(db, noon, id, 'optimizer', { gatewayId: gateway.id })
    await reporting(gateway, noon)
    await setLatest(db, inverter.no, { ts: noon - 4 * minute, state: 'grid_connected', p: 5000 })
    await setLatest(db, second.no, { ts: noon - minute, state: 'grid_connected', p: 3000 })
    await setLatest(db, optimizer.no, { ts: noon - minute, state: 'normal', p: 400 })
    await setEnergy(db, inverter.no, { '2026-06-21': 12_000, '2026-06-20': 50_000 }, noon)
    await setEnergy(db, optimizer.no, { '2026-06-21': 900 }, noon)
    expect(await figuresOf(id, noon)).toMatchObject({
      condition: 'producing',
      powerW: 8000,
      powerAt: noon - 4 * minute,
      todayWh: 12_000,
      yesterdayWh: 50_000,
      attention: 0,
      lastHeardAt: noon,
      devices: { inverter: { total: 2, online: 2 }, optimizer: { total: 1, online: 1 } },
    })
  })

  it('never count a reading older than three intervals: null, not 0', async () => {
    const { id, gateway, inverter } = await stationOf()
    await reporting(gateway, noon)
    await setLatest(db, inverter.no, { ts: noon - 15 * minute, state: 'grid_connected', p: 5000 })
    expect(await figuresOf(id, noon)).toMatchObject({ condition: 'offline', powerW: null, attention: 1 })
    expect(await figuresOf(id, noon - 1)).toMatchObject({
      condition: 'producing',
      powerW: 5000,
      attention: 0,
    })
  })

  it('keep an impossible power out, and take a few watts drawn at night as none', async () => {
    const { id, gateway, inverter } = await stationOf()
    const second = await makeDevice(db, noon, id, 'inverter', { gatewayId: gateway.id })
    await reporting(gateway, noon)
    await setLatest(db, inverter.no, { ts: noon, state: 'grid_connected', p: 9_999_999, flags: 8 })
    expect(await figuresOf(id, noon)).toMatchObject({ powerW: null, condition: 'producing' })
    await setLatest(db, second.no, { ts: noon, state: 'standby', p: -12 })
    expect(await figuresOf(id, noon)).toMatchObject({ powerW: 0 })
  })

  it('are standby with 0 W at night, when the inverters sleep behind a gateway that reports', async () => {
    const { id, gateway, inverter } = await stationOf()
    await reporting(gateway, midnight)
    await setLatest(db, inverter.no, { ts: Date.UTC(2026, 5, 21, 11), state: 'grid_connected', p: 30 })
    expect(await figuresOf(id, midnight)).toMatchObject({
      condition: 'standby',
      powerW: 0,
      powerAt: midnight,
      attention: 0,
      devices: { inverter: { total: 1, online: 1 } },
    })
  })

  it('are offline at night when the gateway is silent too, or the inverter was silent before the sun went', async () => {
    const { id, gateway, inverter } = await stationOf()
    await reporting(gateway, midnight - 60 * minute)
    await setLatest(db, inverter.no, { ts: Date.UTC(2026, 5, 21, 11), state: 'grid_connected', p: 30 })
    expect(await figuresOf(id, midnight)).toMatchObject({ condition: 'offline', powerW: null, attention: 1 })
    const other = await stationOf()
    await reporting(other.gateway, midnight)
    await setLatest(db, other.inverter.no, { ts: noon, state: 'grid_connected', p: 5000 })
    expect(await figuresOf(other.id, midnight)).toMatchObject({ condition: 'offline', powerW: null })
  })

  it('count a silent gateway once, not the devices behind it', async () => {
    const { id, gateway, inverter } = await stationOf()
    await setLink(db, gateway.id, {
      connected: false,
      birthAt: noon - 90 * minute,
      goneAt: noon - 60 * minute,
    })
    await setLatest(db, inverter.no, { ts: noon - 61 * minute, state: 'grid_connected', p: 1 })
    expect(await figuresOf(id, noon)).toMatchObject({ condition: 'offline', attention: 1 })
  })

  it.each(['shutdown', 'curtailed'] as const)('tell of one device that is %s', async (state) => {
    const { id, gateway, inverter } = await stationOf()
    const second = await makeDevice(db, noon, id, 'inverter', { gatewayId: gateway.id })
    await reporting(gateway, noon)
    await setLatest(db, inverter.no, { ts: noon, state: 'grid_connected', p: 1000 })
    await setLatest(db, second.no, { ts: noon, state, p: 0 })
    expect(await figuresOf(id, noon)).toMatchObject(
      state === 'shutdown' ? { condition: 'fault', attention: 1 } : { condition: 'curtailed', attention: 0 },
    )
  })

  it("take each station's own day for today", async () => {
    const at = Date.UTC(2026, 5, 21, 23)
    const east = await stationOf({ timeZone: 'Pacific/Kiritimati' })
    const west = await stationOf({ timeZone: 'America/Los_Angeles' })
    for (const { inverter } of [east, west])
      await setEnergy(db, inverter.no, { '2026-06-21': 21, '2026-06-22': 22 }, at)
    expect([(await figuresOf(east.id, at)).todayWh, (await figuresOf(west.id, at)).todayWh]).toEqual([22, 21])
  })

  it('leave removed devices out, but not the energy they gave today', async () => {
    const { id, gateway } = await stationOf()
    await reporting(gateway, noon)
    const gone = await makeDevice(db, noon, id, 'inverter', { gatewayId: gateway.id, removedAt: noon })
    await setLatest(db, gone.no, { ts: noon, state: 'shutdown', p: 777 })
    await setEnergy(db, gone.no, { '2026-06-21': 5 }, noon)
    expect(await figuresOf(id, noon)).toMatchObject({ condition: 'standby', powerW: null, todayWh: 5 })
  })

  it('say the same as the rule for single devices, in sets', async () => {
    const zones = [
      { timeZone: 'Asia/Shanghai', longitude: 121.47, east: true },
      { timeZone: 'America/New_York', longitude: 74, east: false },
    ]
    // Mixtures of silence, will, state and light; a fixed sequence (Numerical Recipes' LCG), so that a failure comes again.
    let seed = 20_260_621
    const one = <T>(...of: T[]): T => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return of[Math.floor((seed / 2 ** 32) * of.length)] as T
    }
    const age = () => one(null, 0, 5, 14, 15, 200, 290, 330, 345, 375, 700)
    const ids: string[] = []
    for (let n = 0; n < 60; n++) {
      const id = await makeStation(db, noon, company, zones[n % 2])
      ids.push(id)
      const gateway = await makeDevice(db, noon, id, 'gateway')
      const heard = one(0, 0, age())
      if (heard !== null) await setLatest(db, gateway.no, { ts: midnight - heard * minute })
      const gone = one(false, false, true)
      await setLink(db, gateway.id, {
        connected: !gone,
        ...one({}, { birthAt: midnight - 20 * minute }),
        ...(gone ? { goneAt: midnight - one(0, 10, 25) * minute } : {}),
      })
      for (const kind of ['inverter', 'inverter', 'optimizer', 'shutdown'] as const) {
        const gatewayId = one(gateway.id, gateway.id, gateway.id, null)
        const device = await makeDevice(db, noon, id, kind, { gatewayId })
        const silent = age()
        const state = one(
          'standby',
          'grid_connected',
          'normal',
          'curtailed',
          'shutdown',
          'standby',
          null,
          'normal',
        )
        // Up to 500 W an inverter of 10 kW may go to sleep.
        const p = one(null, -3, 400, 1200)
        if (silent !== null) await setLatest(db, device.no, { ts: midnight - silent * minute, state, p })
      }
    }
    const found = await stationFigures(db, { ids }, midnight)
    const conditions = new Set<string>()
    for (const id of ids) {
      const devices = await devicesOfStation(db, id, undefined)
      const states = devices.map((device) => ({ kind: device.kind, ...stateNow(device, midnight) }))
      const inverters = states.filter(({ kind }) => kind === 'inverter')
      const count = (...wanted: (string | null)[]) =>
        inverters.filter(({ state }) => wanted.includes(state)).length
      const powers = inverters.flatMap(({ powerW }) => (powerW === null ? [] : [powerW]))
      const expected = {
        condition: stationCondition({
          heard: states.some(({ lastAt }) => lastAt !== null),
          gatewaysOnline: states.filter(({ kind, online }) => kind === 'gateway' && online).length,
          shutdown: states.filter(({ state }) => state === 'shutdown').length,
          switchedOff: 0,
          inverters: {
            producing: count('grid_connected', 'normal'),
            curtailed: count('curtailed'),
            standby: count('standby'),
            disconnected: count('disconnected'),
          },
        }),
        powerW: powers.length === 0 ? null : powers.reduce((a, b) => a + b),
        online: states.filter(({ online }) => online).length,
      }
      const figures = found.get(id)
      const online = Object.values(figures?.devices ?? {}).reduce((sum, kind) => sum + kind.online, 0)
      expect({ condition: figures?.condition, powerW: figures?.powerW, online }).toEqual(expected)
      conditions.add(expected.condition)
    }
    expect([...conditions].sort()).toEqual(['curtailed', 'fault', 'offline', 'producing', 'standby'])
  })

  it('take as many statements for a hundred stations as for one: two, three for what was switched off, one for limits', async () => {
    const { db: counting, seen } = counted(db)
    const rows = await db.selectFrom('station').select('id').limit(100).execute()
    const found = await stationFigures(counting, { ids: rows.map(({ id }) => id) }, noon)
    expect(found.size).toBe(rows.length)
    const forAll = seen.statements
    seen.statements = 0
    await stationFigures(counting, { ids: rows.slice(0, 1).map(({ id }) => id) }, noon)
    expect(seen.statements).toBeLessThanOrEqual(forAll)
    expect(forAll).toBeLessThanOrEqual(5)
  })
})

describe('a station live', () => {
  it('adds energy, worth, the clear sky and the sun of its day', async () => {
    const { id, gateway, inverter } = await stationOf({
      tariff: { perKwh: 0.5, currency: 'CNY', source: 'test' },
      co2: { kgPerKwh: 0.4, source: 'test' },
      capacity: 10,
    })
    await reporting(gateway, noon)
    await setLatest(db, inverter.no, { ts: noon, state: 'grid_connected', p: 6000 })
    const days = { '2026-06-21': 20_000, '2026-06-02': 30_000, '2026-01-31': 40_000, '2025-12-31': 10_000 }
    await setEnergy(db, inverter.no, days, noon)
    const [live] = await stationLives({ db, energy, figures }, [id], noon)
    expect(live).toMatchObject({
      stationId: id,
      at: noon,
      powerW: 6000,
      todayWh: 20_000,
      monthWh: 50_000,
      yearWh: 90_000,
      lifetimeWh: 100_000,
      equivalentHours: 2,
      income: { today: 10, month: 25, year: 45, lifetime: 50, currency: 'CNY', earlier: [] },
      co2Kg: 40,
    })
    expect(live?.expectedW).toBeGreaterThan(5000)
    expect(live?.expectedW).toBeLessThanOrEqual(10_000)
    // Shanghai, 21 June: 04:51 to 19:02 by the almanac.
    expect(Math.abs((live?.sunriseAt ?? 0) - Date.UTC(2026, 5, 20, 20, 51))).toBeLessThan(2 * minute)
    expect(Math.abs((live?.sunsetAt ?? 0) - Date.UTC(2026, 5, 21, 11, 2))).toBeLessThan(2 * minute)
  })

  it('knows the day before, the DC power that every running inverter says, and what measured light allows', async () => {
    const { id, gateway, inverter } = await stationOf({
      tariff: { perKwh: 0.5, currency: 'CNY', source: 'test' },
      capacity: 10,
    })
    const second = await makeDevice(db, noon, id, 'inverter', { gatewayId: gateway.id })
    const weather = await makeDevice(db, noon, id, 'weather', { gatewayId: gateway.id })
    await reporting(gateway, noon)
    const said = { ts: noon, state: 'grid_connected', p: 3000 } as const
    await setLatest(db, inverter.no, { ...said, p_dc: 3_080 })
    await setLatest(db, second.no, { ...said, p_dc: 3_070 })
    await setLatest(db, weather.no, { ts: noon, irr: 700 })
    await setEnergy(db, inverter.no, { '2026-06-20': 30_000 }, noon)
    await setEnergy(db, second.no, { '2026-06-20': 20_000 }, noon)
    const read = async () => (await stationLives({ db, energy, figures }, [id], noon))[0]
    const live = await read()
    expect(live).toMatchObject({ dcW: 6_150, yesterdayWh: 50_000, income: { yesterday: 25 }, polar: null })
    // 700 W/m2 on 10 kW, less what wiring, dirt, warmth and inverters take.
    expect(live?.litW).toBeGreaterThan(5_000)
    expect(live?.litW).toBeLessThan(7_000)
    // The next sunrise is that of the day after.
    expect((live?.nextSunriseAt ?? 0) - (live?.sunriseAt ?? 0)).toBeGreaterThan(23 * 60 * minute)
    // One that runs and does not say it: the sum would be too small.
    await setLatest(db, second.no, said)
    // Light of an hour ago is none of now.
    await setLatest(db, weather.no, { ts: noon - 60 * minute, irr: 700 })
    expect(await read()).toMatchObject({ dcW: null, litW: null })
  })

  it('knows no sun where no position was entered, and when it comes back after a polar night', async () => {
    const nowhere = await stationOf({ latitude: 0, longitude: 0 })
    const [live] = await stationLives({ db, energy, figures }, [nowhere.id], noon)
    expect(live).toMatchObject({ sunriseAt: null, sunsetAt: null, nextSunriseAt: null, polar: null })
    const svalbard = await stationOf({ latitude: 78.22, longitude: 15.65, timeZone: 'Arctic/Longyearbyen' })
    const december = Date.UTC(2026, 11, 21, 11)
    const [night] = await stationLives({ db, energy, figures }, [svalbard.id], december)
    expect(night).toMatchObject({ sunriseAt: null, polar: 'night' })
    // The sun is back over the horizon of Longyearbyen about the middle of February.
    expect(new Date(night?.nextSunriseAt ?? 0).toISOString()).toMatch(/^2027-02-1/)
    const [bright] = await stationLives({ db, energy, figures }, [svalbard.id], Date.UTC(2026, 5, 21, 11))
    expect(bright).toMatchObject({ sunriseAt: null, nextSunriseAt: null, polar: 'day' })
  })

  it('knows no worth without energy or tariff', async () => {
    const { id } = await stationOf({ tariff: null })
    expect((await stationLives({ db, energy, figures }, [id], noon))[0]).toMatchObject({
      income: null,
      co2Kg: null,
    })
  })
})
