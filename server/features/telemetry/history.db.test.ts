import { describe, expect, it } from 'vitest'
import { dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { testApp } from '#tests/app.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import type { DeviceCurve } from './device-curve.ts'
import type { PowerColumns } from './power-curve.ts'
import { drain } from './roll-up.ts'
import { storeReadings } from './store-readings.ts'
import type { EnergyBars } from './bar-store.ts'

const app = await testApp()
const { db, context } = app
const caller = await app.asRole('installer')
const NOW = app.now()
const ZONE = 'America/Los_Angeles'
const MIN = 60_000
const HOUR = 60 * MIN

type Sample = { device: number; ts: number; p?: number | null; wh?: number }
let seq = 0
const fill = async (site: Site, samples: readonly Sample[]): Promise<void> => {
  const d = samples.map(({ device, ts, p, wh }) =>
    // A hybrid that discharges: it gives power at any hour.
    item(site.inverters[device]!.sn, ts, { p: p ?? null, p_dc: 0, e_tot: wh ?? null }),
  )
  const messages = []
  for (let at = 0; at < d.length; at += 500)
    messages.push({
      gatewaySn: site.gateway.sn,
      message: message((seq += 1), NOW, d.slice(at, at + 500), { hist: true }),
    })
  await storeReadings(context, messages, NOW)
  await drain(context, NOW)
}
const site = async (more: Parameters<typeof makeSite>[2] = {}) =>
  makeSite(db, NOW, { companyId: app.companies.a, timeZone: ZONE, ...more })
const get = async <T>(path: string): Promise<T> => {
  const reply = await caller.request(`GET ${path}`)
  expect([path, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([path, 200, ''])
  return reply.body as T
}
type Power = PowerColumns & { day: string; timeZone: string; expectedW: number[] | null }

describe('a day of power', () => {
  it.each([
    { day: '2025-11-02', hours: 25 },
    { day: '2026-03-08', hours: 23 },
    { day: '2026-03-09', hours: 24 },
  ])('V8: $day in Los Angeles has $hours hours of power and of energy', async ({ day, hours }) => {
    const one = await site()
    const [from, to] = [dayStartAt(day, ZONE), dayEndAt(day, ZONE)]
    const steps = (to - from) / (5 * MIN)
    await fill(
      one,
      Array.from({ length: steps + 1 }, (_, step) => ({
        device: 0,
        ts: from + step * 5 * MIN,
        p: 1200,
        wh: 5_000_000 + step * 100,
      })),
    )
    const power = await get<Power>(`/api/stations/${one.stationId}/power?day=${day}`)
    expect([power.from, power.to, power.stepMs]).toEqual([from, to, 5 * MIN])
    expect(power.ts).toHaveLength(hours * 12)
    expect(new Set(power.powerW)).toEqual(new Set([1200]))
    expect(new Set(power.coverage)).toEqual(new Set([1]))
    expect(power.expectedW).toHaveLength(hours * 12)

    const bars = await get<EnergyBars>(
      `/api/stations/${one.stationId}/energy?period=month&of=${day.slice(0, 7)}`,
    )
    expect(bars.bars.find(({ key }) => key === day)).toEqual({
      key: day,
      wh: hours * 1200,
      shared: false,
      coverage: 1,
      // Nobody has entered what a kWh is worth.
      income: [],
    })
    expect(bars.totalWh).toBe(hours * 1200)
  })

  it('V2: a gap is null and never 0; what is heard of the rest is said as coverage', async () => {
    const one = await site({ inverters: 2 })
    const [day, from] = ['2026-05-04', dayStartAt('2026-05-04', ZONE)]
    const samples: Sample[] = []
    for (let step = 0; step < 288; step += 1) {
      const hour = step / 12
      const ts = from + step * 5 * MIN + 2_000
      // Both silent from 10 to 11; the second also from 14 to 15; a single report missing at 16:00; night draws a little.
      if (hour < 10 || hour >= 11) samples.push({ device: 0, ts, p: hour < 6 ? -3 : 4000 })
      if ((hour < 10 || hour >= 11) && (hour < 14 || hour >= 15) && hour !== 16)
        samples.push({ device: 1, ts, p: hour < 6 ? -3 : 2000 })
    }
    samples.push({ device: 0, ts: from + 20 * HOUR + 1, p: 99_000 })
    await fill(one, samples)
    const { powerW, coverage } = await get<Power>(`/api/stations/${one.stationId}/power?day=${day}`)
    const at = (hour: number) => [powerW[hour * 12], coverage[hour * 12]]
    expect(at(3)).toEqual([0, 1])
    expect(at(8)).toEqual([6000, 1])
    expect(powerW.slice(10 * 12, 11 * 12)).toEqual(Array.from({ length: 12 }, () => null))
    expect(coverage.slice(10 * 12, 11 * 12)).toEqual(Array.from({ length: 12 }, () => 0))
    expect(at(14.5)).toEqual([4000, 0.5])
    expect(at(16)).toEqual([6000, 1])
    // A value beyond what the device can do is stored, flagged and in no sum.
    expect(at(20)).toEqual([6000, 1])

    const today = await get<Power>(`/api/stations/${one.stationId}/power`)
    expect(today.powerW.every((value) => value === null)).toBe(true)
  })

  it('shows a device as it measured itself, with a break where it was silent', async () => {
    const one = await site()
    const [day, from] = ['2026-05-05', dayStartAt('2026-05-05', ZONE)]
    const inverter = one.inverters[0]!
    const d = [8, 8.25, 10].map((hour) => ({
      ...item(inverter.sn, from + hour * HOUR, {
        p: hour * 100,
        u: [230.1, null, 229.9],
        mppt: [
          { n: 2, u: 700, i: 1, p: 700 },
          { n: 1, u: 600, i: null, p: null },
        ],
      }),
    }))
    await storeReadings(
      context,
      [{ gatewaySn: one.gateway.sn, message: message((seq += 1), NOW, d, { hist: true }) }],
      NOW,
    )
    const curve = await get<DeviceCurve>(`/api/devices/${inverter.id}/curve?day=${day}`)
    expect(curve.ts.map((ts) => (ts - from) / HOUR)).toEqual([8, 8.25, 8.25 + 5 / 60, 10])
    expect(curve.hist).toEqual([true, true, false, true])
    const lines = Object.fromEntries(
      curve.series.map((one) => [`${one.metric}${one.index ?? ''}`, one.values]),
    )
    expect(lines).toEqual({
      powerW: [800, 825, null, 1000],
      phaseV1: [230.1, 230.1, null, 230.1],
      phaseV3: [229.9, 229.9, null, 229.9],
      mpptV1: [600, 600, null, 600],
      mpptV2: [700, 700, null, 700],
      mpptA2: [1, 1, null, 1],
      mpptW2: [700, 700, null, 700],
    })
    const none = await get<DeviceCurve>(`/api/devices/${one.gateway.id}/curve?day=${day}`)
    expect([none.ts, none.series]).toEqual([[], []])
  })
})

/** Both inverters of the next test together make 3 kW. */
const wh = (hours: number): number => hours * 3000

describe('energy by month, year and lifetime', () => {
  it('counts a silence over midnights where it lies wholly inside, and says so elsewhere', async () => {
    const one = await site({ reportMin: 60, inverters: 2, optimizers: 1 })
    const local = (text: string): number =>
      Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE).epochMilliseconds
    const gaps = [
      ['2025-11-10T12:00', '2025-11-13T09:00'],
      ['2025-11-29T12:00', '2025-12-02T06:00'],
      ['2025-12-30T18:00', '2026-01-02T12:00'],
    ].map(([from = '', to = '']) => ({ from: local(from), to: local(to) }))
    const [start, end] = [local('2025-11-01T00:00'), local('2026-01-10T00:00')]
    const samples: Sample[] = []
    for (let ts = start; ts <= end; ts += HOUR) {
      if (gaps.some(({ from, to }) => ts > from && ts < to)) continue
      for (const device of [0, 1])
        samples.push({ device, ts, p: 1000, wh: 1_000_000 + ((ts - start) / HOUR) * 1000 * (device + 1) })
    }
    await fill(one, samples)
    // An optimizer's counter is inside the inverter's and never added on top.
    await storeReadings(
      context,
      [
        {
          gatewaySn: one.gateway.sn,
          message: message(
            (seq += 1),
            NOW,
            [0, 1, 2, 3, 4].map((hour) =>
              item(one.optimizers[0]!.sn, start + hour * HOUR, { e_tot: 1000 + hour * 300 }),
            ),
            { hist: true },
          ),
        },
      ],
      NOW,
    )
    await drain(context, NOW)
    const energy = async (period: string, of?: string) =>
      get<EnergyBars>(
        `/api/stations/${one.stationId}/energy?period=${period}${of === undefined ? '' : `&of=${of}`}`,
      )

    const november = await energy('month', '2025-11')
    const days = new Map(november.bars.map((bar) => [bar.key.slice(8), bar]))
    expect(november.bars).toHaveLength(30)
    expect(days.get('02')).toEqual({ key: '2025-11-02', wh: wh(25), shared: false, coverage: 1, income: [] })
    expect(days.get('10')).toMatchObject({ key: '2025-11-10', wh: wh(12), shared: true })
    expect(days.get('11')).toMatchObject({ key: '2025-11-11', wh: null, shared: true })
    expect(days.get('13')).toMatchObject({ key: '2025-11-13', wh: wh(15), shared: true })
    expect(days.get('14')).toEqual({ key: '2025-11-14', wh: wh(24), shared: false, coverage: 1, income: [] })
    expect(days.get('30')).toMatchObject({ key: '2025-11-30', wh: null, shared: true })
    expect(november.spans).toEqual([
      {
        fromTs: gaps[0]!.from,
        toTs: gaps[0]!.to,
        fromDay: '2025-11-10',
        toDay: '2025-11-13',
        wh: wh(69),
        income: [],
      },
    ])
    // 721 hours, less the 36 from the 29th at noon that belong to the span into December.
    expect(november.totalWh).toBe(wh(685))

    const year = await energy('year', '2025')
    const months = new Map(year.bars.map((bar) => [bar.key, bar]))
    expect(year.bars).toHaveLength(12)
    expect(months.get('2025-10')).toEqual({
      key: '2025-10',
      wh: null,
      shared: false,
      coverage: null,
      income: [],
    })
    expect(months.get('2025-11')).toMatchObject({ key: '2025-11', wh: wh(685), shared: true })
    expect(months.get('2025-12')).toMatchObject({ key: '2025-12', wh: wh(744 - 30 - 30), shared: true })
    expect(year.spans.map((span) => [span.fromDay, span.toDay, span.wh])).toEqual([
      ['2025-11-29', '2025-12-02', wh(66)],
    ])
    expect(year.totalWh).toBe(wh(685 + 684 + 66))

    const lifetime = await energy('lifetime')
    expect(lifetime.bars).toMatchObject([
      { key: '2025', wh: wh(1435), shared: true },
      { key: '2026', wh: wh(7.5 * 24), shared: true },
    ])
    const growth = wh((end - start) / HOUR)
    expect(lifetime.totalWh).toBe(growth)
    // Nothing was heard since January: of so little the hours would say nothing.
    expect(lifetime.coverage).toBeLessThan(0.33)
    expect(lifetime.equivalentHours).toBeNull()
    expect(lifetime.of).toBe('')

    const device = await get<EnergyBars>(`/api/devices/${one.inverters[0]!.id}/energy?period=year&of=2025`)
    expect(device.totalWh).toBe(wh(1435) / 3)
    const [totals] = [
      ...(
        await context.energy.stationTotals(db, [{ id: one.stationId, timeZone: ZONE }], end - HOUR)
      ).values(),
    ]
    expect(totals).toEqual({
      todayWh: wh(24),
      todayShared: false,
      todaySharedWh: 0,
      monthWh: wh(7.5 * 24),
      yearWh: wh(7.5 * 24),
      lifetimeWh: growth,
      monthSharedWh: wh(66),
      yearSharedWh: wh(66),
      lifetimeSince: '2025-11-01',
      coverage: { today: 1, month: 0.879, year: 0.879, lifetime: 1 },
    })
    const shared = await context.energy.deviceTotals(db, [one.inverters[1]!.no], gaps[1]!.from, ZONE)
    expect(shared).toMatchObject({ todayWh: 24_000, todayShared: true })
  })

  it('keeps the energy of an inverter that was removed', async () => {
    const one = await site({ inverters: 2 })
    const from = dayStartAt('2026-05-06', ZONE)
    await fill(
      one,
      [0, 1].flatMap((device) =>
        Array.from({ length: 13 }, (_, step) => ({
          device,
          ts: from + step * 5 * MIN,
          wh: 7000 + step * 50,
        })),
      ),
    )
    await db
      .updateTable('device')
      .set({ removed_at: new Date(from + 2 * HOUR) })
      .where('id', '=', one.inverters[1]!.id)
      .execute()
    const bars = await get<EnergyBars>(`/api/stations/${one.stationId}/energy?period=lifetime`)
    expect(bars.totalWh).toBe(1200)
  })

  it('knows nothing of a station without readings, refuses a period that is none', async () => {
    const one = await site()
    const month = await get<EnergyBars>(`/api/stations/${one.stationId}/energy?period=month`)
    expect(month.of).toBe('2026-06')
    expect([month.totalWh, month.equivalentHours, new Set(month.bars.map(({ wh }) => wh))]).toEqual([
      null,
      null,
      new Set([null]),
    ])
    expect((await get<EnergyBars>(`/api/stations/${one.stationId}/energy?period=lifetime`)).bars).toEqual([])
    for (const query of ['period=month&of=2025', 'period=year&of=2025-01', 'period=lifetime&of=2025']) {
      const reply = await caller.request(`GET /api/stations/${one.stationId}/energy?${query}`)
      expect([reply.status, (reply.body as { error: { field?: string } }).error.field]).toEqual([400, 'of'])
    }
  })
})

describe('a device among its peers', () => {
  const day = '2026-03-09'
  const from = dayStartAt(day, ZONE)
  const noon = from + 12 * HOUR
  const steps = [0, 1, 2, 3, 4, 5]
  type Peers = {
    own: number | null
    median: number | null
    share: number | null
    rank: number | null
    fromTs: number | null
    toTs: number | null
    steps: number
    ratingInDoubt: boolean
    peers: { sn: string; value: number | null; ratingInDoubt: boolean }[]
    trackers: { n: number; now: number | null; usual: number | null; days: number }[]
  }

  it('is compared with the other inverters of its station, at the same times and by rated power', async () => {
    const one = await site({ inverters: 4, ratedW: 10_000 })
    await fill(
      one,
      steps.flatMap((step) => {
        const ts = noon + step * 5 * MIN
        return [
          // The first falls silent for the last two steps; the fourth was hardly heard.
          ...(step < 4 ? [{ device: 0, ts, p: 4000 }] : []),
          { device: 1, ts, p: 5000 },
          { device: 2, ts, p: step < 4 ? 5000 : 9000 },
          ...(step === 0 ? [{ device: 3, ts, p: 100 }] : []),
          { device: 1, ts: from + step * 5 * MIN, p: 0 },
          { device: 0, ts: from + step * 5 * MIN, p: 0 },
        ]
      }),
    )
    const found = await get<Peers>(`/api/devices/${one.inverters[0]!.id}/peers?day=${day}`)
    expect(found).toMatchObject({
      own: 400,
      median: 500,
      rank: 3,
      steps: 4,
      fromTs: noon,
      toTs: noon + 20 * MIN,
    })
    expect(found.share).toBeCloseTo(-0.2)
    expect(found.peers.map(({ value }) => value)).toEqual([500, 500, null])
  })

  it('leaves out whose rating its counter outruns, says so, and gives no hours by it', async () => {
    const one = await site({ inverters: 3, ratedW: 10_000 })
    const [typed, own, other] = one.inverters
    await fill(
      one,
      Array.from({ length: 289 }).flatMap((_, step) =>
        [0, 1, 2].map((device) => {
          const ts = from + step * 5 * MIN
          const p = step >= 144 && step < 150 ? ([9000, 4000, 5000][device] ?? 0) : null
          return { device, ts, p, wh: 1_000_000 + step * 10 }
        }),
      ),
    )
    const doubt = { rated_w: 27.6, shown_w: 9_100 }
    await db.updateTable('device').set(doubt).where('id', '=', typed!.id).execute()
    const found = await get<Peers>(`/api/devices/${own!.id}/peers?day=${day}`)
    expect(found).toMatchObject({ own: 400, median: 500, rank: 2, ratingInDoubt: false })
    expect(found.peers).toMatchObject([
      { sn: typed!.sn, value: null, ratingInDoubt: true },
      { sn: other!.sn, value: 500, ratingInDoubt: false },
    ])
    const itself = await get<Peers>(`/api/devices/${typed!.id}/peers?day=${day}`)
    expect(itself).toMatchObject({ own: null, median: null, share: null, rank: null, ratingInDoubt: true })
    // They were there on that day alone, so that their hours rest on all of it.
    const gone = { removed_at: new Date(dayEndAt(day, ZONE)) }
    await db.updateTable('device').set(gone).where('station_id', '=', one.stationId).execute()
    const hours = async (id: string) =>
      get<EnergyBars>(`/api/devices/${id}/energy?period=month&of=${day.slice(0, 7)}`)
    expect(await hours(own!.id)).toMatchObject({ totalWh: 2880, equivalentHours: 0.288 })
    expect(await hours(typed!.id)).toMatchObject({ totalWh: 2880, equivalentHours: null })
  })

  it('knows of nothing when nothing was heard', async () => {
    const one = await site({ inverters: 2 })
    expect(await get<Peers>(`/api/devices/${one.inverters[0]!.id}/peers?day=${day}`)).toMatchObject({
      own: null,
      median: null,
      share: null,
      rank: null,
      steps: 0,
      fromTs: null,
      peers: [{ value: null }],
      trackers: [],
    })
  })

  it('has each tracker beside its usual share up to the same time of day', async () => {
    const one = await site({ inverters: 1 })
    const [present, noon] = ['2026-06-20', dayStartAt('2026-06-20', ZONE) + 12 * HOUR]
    expect(NOW).toBe(noon + 9 * HOUR)
    const at = (ts: number, first: number, second: number) =>
      item(one.inverters[0]!.sn, ts, {
        p: first + second,
        mppt: [
          { n: 1, u: 600, i: 1, p: first },
          { n: 2, u: 600, i: 1, p: second },
        ],
      })
    const d = [
      ...[1, 2].flatMap((days) => [
        at(noon - days * 24 * HOUR, 1000, 1000),
        at(noon + 10 * HOUR - days * 24 * HOUR, 9000, 0),
      ]),
      at(noon, 300, 700),
    ]
    await storeReadings(
      context,
      [{ gatewaySn: one.gateway.sn, message: message((seq += 1), NOW, d, { hist: true }) }],
      NOW,
    )
    const late = await get<Peers>(`/api/devices/${one.inverters[0]!.id}/peers?day=${present}`)
    expect(late.trackers.map(({ n, now, days }) => [n, now, days])).toEqual([
      [1, 0.3, 2],
      [2, 0.7, 2],
    ])
    expect(late.trackers.map(({ usual }) => usual)).toEqual([0.5, 0.5])
  })
})
