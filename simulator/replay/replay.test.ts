import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Telemetry } from '#contract/mqtt/telemetry.ts'
import { startTinyBroker, type TinyBroker } from '#tests/tiny-broker.ts'
import { integrateFile } from '../file-energy.ts'
import { applyMessageFaults, parseMessageFaults } from './message-faults.ts'
import { integratePower, meterSeries } from './meter.ts'
import { parseSeries } from './recorded-series.ts'
import { playMessages } from './play-messages.ts'
import { replayInventory } from './replay-messages.ts'
import { prepareReplay, replay, type ReplayOptions } from './replay.ts'

const read = (name: string): string => readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')
const april = read('inverter-5min/TAEFC1044741-2016-04.csv')
const holes = read('inverter-5min/TAEFC1044741-2016-10.csv')
const august = read('nrel-pv-15min/serf_east_15min_ac_power-2016-08.csv')
const options: ReplayOptions = { url: '', gateway: 'GWREPLAY0001', secret: 's', speed: 0 }
const HOUR = 3_600_000

const at = (...powers: (number | null)[]) => powers.map((powerW, i) => ({ ts: i * 300_000, powerW }))
const counted = (points: { ts: number; powerW: number | null }[], start = 0): number[] =>
  integratePower(points, 900_000, start).map((reading) => Math.round(reading.energyWh * 1000) / 1000)
const counters = (list: Telemetry[]): [number, number][] =>
  list.flatMap((message) => message.d.map((item): [number, number] => [item.ts ?? 0, item.m.e_tot ?? -1]))

describe('recorded series', () => {
  it('reads kilowatts with UTC stamps; the sentinel is no value', () => {
    const series = parseSeries(april)
    expect([series.format, series.points.length, series.intervalMs]).toEqual(['site-kw-utc', 4762, 300_000])
    expect(series.points[0]).toEqual({ ts: Date.UTC(2016, 3, 1, 13, 35), powerW: 0 })
    expect(series.points.filter((point) => point.powerW === null)).toEqual([
      { ts: Date.UTC(2016, 3, 5, 13, 30), powerW: null },
    ])
    expect(Math.max(...series.points.map((point) => point.powerW ?? 0))).toBeLessThan(7100)
  })

  it('reads watts with an offset; night power stays negative as measured', () => {
    const series = parseSeries(august)
    expect([series.format, series.points.length, series.intervalMs]).toEqual([
      'measured-w-offset',
      2977,
      900_000,
    ])
    expect(series.points[0]).toEqual({ ts: Date.UTC(2016, 7, 1, 6), powerW: -2.6557 })
    expect(series.points.filter((point) => (point.powerW ?? 0) < 0).length).toBeGreaterThan(1000)
  })

  it('takes blanks as absent, sorts, and refuses what it does not know', () => {
    const small = parseSeries(
      'measured_on,ac_power\n2016-08-01 00:30:00-07:00,5\n2016-08-01 00:00:00-07:00,\n2016-08-01 00:15:00-07:00,-1000000\n',
    )
    expect(small.points.map((point) => point.powerW)).toEqual([null, null, 5])
    expect(() => parseSeries('time,power\n1,2')).toThrow(/unknown header/)
    expect(() => parseSeries('measured_on,ac_power\n2016-08-01 00:00:00-07:00,x')).toThrow(/line 2/)
  })
})

describe('power that stands still', () => {
  it('counts through a long noon at the limit, and not through a night', () => {
    const plateau = at(...Array.from({ length: 8 * 12 + 1 }, () => 7_000))
    expect(counted(plateau).at(-1)).toBe(56_000)
    const night = at(3_000, 2_700, ...Array.from({ length: 13 * 12 }, () => 2_700), 0, 600)
    // From 3,000 to 2,700 W, and again from 0 to 600 W in the morning.
    expect(counted(night).at(-1)).toBe(237.5 + 25)
    expect(counted(at(...Array.from({ length: 13 * 12 }, () => 0))).at(-1)).toBe(0)
  })
})

const csv = (rows: string[]): string => ['"when, UTC",kw,total', ...rows].join('\n')

describe('a file of any other kind', () => {
  const choice = { time: 'when, UTC', power: 'kw', unit: 'kW' } as const
  const rows = ['2024-06-01 10:00,6.5,100.25', '2024-06-01 10:05,,', '2024-06-01 10:10,6.8,101.5', '']

  it('is read by the names of its columns, in its unit', () => {
    const series = parseSeries(csv(rows), choice)
    expect(series.points.map(({ ts, powerW }) => [new Date(ts).toISOString().slice(11, 16), powerW])).toEqual(
      [
        ['10:00', 6500],
        ['10:05', null],
        ['10:10', 6800],
      ],
    )
    expect(parseSeries(csv(['2024-06-01T12:00+02:00,1,', rows[2] ?? '']), choice).points[0]?.ts).toBe(
      Date.parse('2024-06-01T10:00Z'),
    )
    expect(() => parseSeries(csv(rows), { ...choice, power: 'watts' })).toThrow('no column watts')
    expect(() => parseSeries(csv(rows), { power: 'kw' })).toThrow('--time')
    expect(() => parseSeries(csv(rows))).toThrow('--power')
  })

  it('is refused when its numbers cannot be watts and nobody says what they are', () => {
    const given = { ...options, choice: { time: 'when, UTC', power: 'kw' } }
    expect(() => prepareReplay(csv(rows), given)).toThrow('--unit kW')
    expect(prepareReplay(csv(rows), { ...options, choice }).device.ratedW).toBe(7000)
  })

  it('brings a counter of its own along', () => {
    const { messages } = prepareReplay(csv(rows), { ...options, choice: { ...choice, energy: 'total' } })
    expect(counters(messages).map(([, wh]) => wh)).toEqual([100_250, 101_500])
  })

  it('sends nothing of a row that has no value: days without one stay unknown', () => {
    const { messages } = prepareReplay(csv(rows), { ...options, choice })
    expect(messages.flatMap(({ d }) => d.map(({ m }) => m.p))).toEqual([6500, 6800])
    const { messages: known, series } = prepareReplay(april, options)
    expect(known.flatMap(({ d }) => d)).toHaveLength(series.points.length - 1)
    expect(known.flatMap(({ d }) => d).every(({ m }) => m.p !== null)).toBe(true)
  })
})

describe('the meter', () => {
  it('adds trapezoids', () => {
    expect(counted(at(0, 1200, 1200, 0), 10)).toEqual([10, 60, 160, 210])
  })
  it('counts negative power as nothing', () => {
    expect(counted(at(-50, -50, 1200, -50))).toEqual([0, 0, 50, 100])
  })
  it('bridges a short gap and adds nothing for a longer one', () => {
    expect(counted(at(1200, null, null, 1200)).at(-1)).toBe(300)
    expect(counted(at(1200, null, null, null, 1200)).at(-1)).toBe(0)
    expect(
      counted([
        { ts: 0, powerW: 1200 },
        { ts: 900_001, powerW: 1200 },
      ]),
    ).toEqual([0, 0])
  })

  it.each([
    ['April of the 5-minute inverter', april, 'America/Los_Angeles'],
    ['August of the 15-minute system', august, 'America/Denver'],
    ['a series with a hole of nine months', holes, 'America/Los_Angeles'],
  ])('agrees with the independent integration of %s, day by day', (_, text, zone) => {
    const file = integrateFile(text, zone)
    const days = new Map<string, number>()
    let before: number | null = null
    for (const { ts, energyWh } of meterSeries(parseSeries(text))) {
      const day = Temporal.Instant.fromEpochMilliseconds(ts).toZonedDateTimeISO(zone).toPlainDate().toString()
      days.set(day, (days.get(day) ?? 0) + (before === null ? 0 : energyWh - before))
      before = energyWh
    }
    expect([...days.keys()]).toEqual([...file.days.keys()])
    const worst = Math.max(
      ...[...file.days].map(([day, wh]) => Math.abs((days.get(day) ?? 0) - wh) / Math.max(wh, 1)),
    )
    expect(worst).toBeLessThan(0.002)
    expect(file.totalWh).toBeGreaterThan(10_000)
  })
})

describe('replay messages', () => {
  it('carry every reading that has a value once, as history, with a counter above zero', () => {
    const { messages, device } = prepareReplay(april, options)
    expect(device).toEqual({ sn: 'SMA1913110809', ratedW: 7000, brand: 'SMA', model: 'SB-7000TL-US-22' })
    const items = messages.flatMap((message) => message.d)
    expect(items).toHaveLength(4761)
    expect(items[0]).toEqual({
      sn: 'SMA1913110809',
      ts: Date.UTC(2016, 3, 1, 13, 35),
      st: 'standby',
      m: { p: 0, e_tot: 1_000_000 },
    })
    expect(messages.every((message) => message.hist === true)).toBe(true)
    expect(messages.map((message) => message.seq)).toEqual(messages.map((_, i) => i + 1))
    const counters = items.map((item) => item.m.e_tot ?? 0)
    expect(counters).toEqual(counters.toSorted((a, b) => a - b))
  })

  it('can be cut to a span', () => {
    const { messages } = prepareReplay(april, {
      ...options,
      fromTs: Date.UTC(2016, 3, 5, 7),
      toTs: Date.UTC(2016, 3, 6, 7),
    })
    expect(messages.flatMap((message) => message.d)).toHaveLength(155)
    expect(() => prepareReplay(april, { ...options, fromTs: Date.UTC(2020, 0, 1) })).toThrow(/no readings/)
  })
})

describe('message faults', () => {
  const { messages } = prepareReplay(august, options)
  const healthy = new Map(counters(messages))
  const noon = Date.UTC(2016, 7, 10, 19)

  it('counter-reset counts anew and loses nothing of what follows', () => {
    const reset = counters(applyMessageFaults(messages, [{ name: 'counter-reset', at: noon, toWh: 0 }]))
    const first = reset.find(([ts]) => ts >= noon)
    expect(first?.[1]).toBeLessThan(2000)
    expect(reset.at(-1)![1]).toBe(healthy.get(reset.at(-1)![0])! - healthy.get(noon - 900_000)!)
    expect(reset.filter(([ts]) => ts < noon)).toEqual([...healthy].filter(([ts]) => ts < noon))
  })

  it('counter-rollover passes 2^32 at the reading it names', () => {
    const rolled = counters(applyMessageFaults(messages, [{ name: 'counter-rollover', at: noon, bits: 32 }]))
    const growth = rolled.slice(1).map(([, wh], i) => wh - rolled[i]![1])
    expect(growth.filter((step) => step < 0)).toHaveLength(1)
    expect(rolled.find(([ts]) => ts >= noon)?.[1]).toBe(0)
    expect(rolled.every(([, wh]) => wh >= 0 && wh < 2 ** 32)).toBe(true)
    const total = growth.reduce((sum, step) => sum + (step < 0 ? step + 2 ** 32 : step), 0)
    expect(total).toBe([...healthy.values()].at(-1)! - [...healthy.values()][0]!)
  })

  it('counter-dip shows 0 for as many readings as told', () => {
    const dipped = counters(
      applyMessageFaults(messages, [{ name: 'counter-dip', at: noon, readings: 2, toWh: 0 }]),
    )
    expect(dipped.filter(([, wh]) => wh === 0).map(([ts]) => ts)).toEqual([noon, noon + 900_000])
    expect(dipped.filter(([ts, wh]) => wh !== healthy.get(ts))).toHaveLength(2)
  })

  it('duplicates repeat messages, disorder mixes them, and neither changes what is said', () => {
    const twice = applyMessageFaults(messages, [{ name: 'duplicates', every: 2, times: 3, spread: 5 }])
    expect(twice).toHaveLength(messages.length + 2 * Math.floor(messages.length / 2))
    const mixed = applyMessageFaults(twice, [{ name: 'disorder', within: 10, seed: 4 }])
    expect(mixed).not.toEqual(twice)
    expect(new Map(counters(mixed).sort((a, b) => a[0] - b[0]))).toEqual(healthy)
    expect(applyMessageFaults(twice, [{ name: 'disorder', within: 10, seed: 4 }])).toEqual(mixed)
  })

  it('silence leaves readings out; the counter behind it goes on', () => {
    const quiet = counters(
      applyMessageFaults(messages, [{ name: 'silence', from: noon, to: noon + 72 * HOUR }]),
    )
    expect(quiet).toHaveLength(healthy.size - 3 * 96)
    expect(quiet).toEqual([...healthy].filter(([ts]) => ts < noon || ts >= noon + 72 * HOUR))
  })

  it('are read from a script', () => {
    expect(parseMessageFaults('[{"name":"counter-dip","at":"2016-08-10T19:00:00Z"}]')).toEqual([
      { name: 'counter-dip', at: noon, readings: 1, toWh: 0 },
    ])
    expect(() => parseMessageFaults('[{"name":"silence","from":1}]')).toThrow(/to/)
  })
})

describe('on the wire', () => {
  let broker: TinyBroker
  beforeEach(async () => {
    broker = await startTinyBroker({ GWREPLAY0001: 's' })
  })
  afterEach(() => broker.stop())
  const seqs = (): number[] => (broker.of('tele') as Telemetry[]).map((message) => message.seq)

  it('plays a month as a gateway: birth, inventory, every message acknowledged, goodbye', async () => {
    const { messages } = await replay(august, {
      ...options,
      url: broker.url,
      serial: 'SERFEAST01',
      ratedW: 6000,
    })
    expect(broker.of('status')).toMatchObject([
      { state: 'online', conn: 1, report_s: 900 },
      { state: 'offline', reason: 'finished' },
    ])
    expect(broker.of('inv')).toMatchObject([
      { devices: [{ sn: 'SERFEAST01', t: 'inverter', rated_w: 6000 }] },
    ])
    expect(broker.of('tele')).toEqual(JSON.parse(JSON.stringify(messages)))
  })

  it('sends again what was not acknowledged when the connection broke', async () => {
    let dropped = false
    const { messages } = await replay(august, {
      ...options,
      url: broker.url,
      onProgress: (acknowledged) => {
        if (dropped || acknowledged < 20) return
        dropped = true
        broker.drop()
      },
    })
    expect(new Set(seqs())).toEqual(new Set(messages.map((message) => message.seq)))
    expect(
      broker.of('status').filter((body) => Reflect.get(Object(body), 'state') === 'online'),
    ).toHaveLength(2)
  })

  it('gives up when it is refused', async () => {
    const { messages, device, boot } = prepareReplay(august, options)
    const waits: number[] = []
    const refused = playMessages(messages, {
      url: broker.url,
      sn: 'GWREPLAY0001',
      secret: 'wrong',
      boot,
      inventory: replayInventory(device, boot),
      reportS: 900,
      speed: 0,
      attempts: 3,
      wait: async (ms) => void waits.push(ms),
    })
    await expect(refused).rejects.toThrow(/authorized|password|refused|closed/i)
    expect(waits).toEqual([500, 1000])
    expect(broker.heard).toEqual([])
  })

  it('keeps its pace: N times real time', async () => {
    const { messages, device, boot } = prepareReplay(august, {
      ...options,
      speed: 900,
      toTs: Date.UTC(2016, 7, 1, 7),
    })
    let clock = 0
    const waits: number[] = []
    await playMessages(messages, {
      url: broker.url,
      sn: 'GWREPLAY0001',
      secret: 's',
      boot,
      inventory: replayInventory(device, boot),
      reportS: 900,
      speed: 900,
      now: () => clock,
      wait: async (ms) => {
        waits.push(ms)
        clock += ms
      },
    })
    expect(waits).toEqual([1000, 1000, 1000])
    expect(seqs()).toEqual([1, 2, 3, 4])
  })
})
