import type * as z from 'zod/mini'
import type { alarmDetail } from '#contract/http/alarms.ts'
import { MARGIN, mayCost } from '#domain/alarms/costs.ts'
import { expectedPowerW } from '#domain/stations/clear-sky.ts'
import { medianOf } from '#domain/telemetry/peers.ts'
import type { Db } from '../../platform/db/handle.ts'
import { roofOf } from '../stations/find-roofs.ts'
import { modulesOfPart } from '../stations/station-light.ts'
import { planesOf } from '../telemetry/plane-store.ts'
import { powerByStep } from '../telemetry/reading-store.ts'
import { withPeers } from './find-alarm-peers.ts'
import { trackerCells, invertersBeside, numbersOfSerials } from './cost-store.ts'
import type { ShownAlarm } from './find-shown-alarms.ts'

type Cost = z.output<typeof alarmDetail>['cost']
type Estimate = { wh: number; against: 'peers' | 'strings' | 'clear_sky'; peers: number }

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Further back it is not reckoned: readings of one device and its peers. */
const DAYS_MOST = 31
/** Short alarms are reckoned in steps of reports, long ones by the hour. */
const FINE_DAYS = 3
/** Peers have to give so much of their size before a step counts: night and dawn say nothing. */
const LEAST_SHARE = 0.02

const missing = (expected: number, own: number): number =>
  own < expected * (1 - MARGIN) ? expected - own : 0

/** The devices that an alarm is of, by number: its own, and those that its contents of other devices name. */
const concerned = async (db: Db, row: ShownAlarm, instances: readonly string[]): Promise<Set<number>> => {
  const serials = instances.flatMap((one) => one.split(' ', 1))
  const rows = await numbersOfSerials(db, row.station_id, row.kind, serials)
  return new Set([row.device_no, ...rows.map(({ no }) => no)])
}

const againstPeers = async (
  db: Db,
  row: ShownAlarm,
  hit: ReadonlySet<number>,
  span: { from: number; to: number; stepMs: number },
): Promise<Estimate | null> => {
  const { own, peers: beside, noonOnly } = await withPeers(db, row)
  // Who looks into another sky does not say what is missing over a day.
  if (own === null || noonOnly) return null
  const owns = [own, ...beside.filter(({ no }) => hit.has(no))]
  // Whom the same alarm is of gives no more than it does.
  const peers = beside.filter(({ no }) => !hit.has(no))
  if (peers.length === 0 || owns.length < hit.size) return null
  const nos = [...owns, ...peers].map(({ no }) => no)
  const cells = await powerByStep(db, nos, span.from, span.to, span.stepMs)
  const sizeOf = new Map(peers.map(({ no, size }) => [no, size]))
  let [watts, known] = [0, 0]
  for (const step of Map.groupBy(cells, (cell) => cell.step).values()) {
    const median = medianOf(
      step.flatMap(({ deviceNo, powerW }) => {
        const size = sizeOf.get(deviceNo)
        return size === undefined ? [] : [powerW / size]
      }),
    )
    if (median === null) continue
    for (const { no, size } of owns) {
      const mine = step.find(({ deviceNo }) => deviceNo === no)
      if (mine === undefined) continue
      known += 1
      // Sizes in W give shares, numbers of modules give W: of both, darkness is little.
      if (median * (size > 100 ? 1 : 1 / 100) >= LEAST_SHARE) watts += missing(median * size, mine.powerW)
    }
  }
  return known === 0
    ? null
    : { wh: (watts * span.stepMs) / HOUR, against: 'peers' as const, peers: peers.length }
}

/** The trackers named, against the median of the others of the same inverter, by the share they used to have. */
const againstStrings = async (
  db: Db,
  row: ShownAlarm,
  trackers: ReadonlySet<number>,
  span: { from: number; to: number; stepMs: number },
): Promise<Estimate | null> => {
  // Two days before it began say what the share was.
  const before = row.first_at - 2 * DAY
  const { rows } = await trackerCells(db, {
    before,
    stepMs: span.stepMs,
    from: span.from,
    to: span.to,
    deviceNo: row.device_no,
    firstAt: row.first_at,
  })
  const others = new Set(rows.flatMap(({ n }) => (trackers.has(n) ? [] : [n])))
  if (others.size === 0) return null
  const begin = Math.floor((span.from - before) / span.stepMs)
  const usual = new Map<number, { own: number; others: number }>()
  let watts = 0
  const steps = [...Map.groupBy(rows, ({ step }) => step)].toSorted(([a], [b]) => a - b)
  for (const [step, cells] of steps) {
    const median = medianOf(cells.flatMap(({ n, w }) => (others.has(n) ? [w] : []))) ?? 0
    for (const n of trackers) {
      const own = cells.find((cell) => cell.n === n)?.w
      if (own === undefined) continue
      if (step < begin) {
        const sum = usual.get(n) ?? { own: 0, others: 0 }
        usual.set(n, { own: sum.own + own, others: sum.others + median })
        continue
      }
      const share = usual.get(n)
      const factor = share === undefined || share.others <= 0 ? 1 : share.own / share.others
      watts += missing(median * factor, own)
    }
  }
  return { wh: (watts * span.stepMs) / HOUR, against: 'strings', peers: others.size }
}

/** Nobody beside it to be held against: what a clear sky would give, which is the most it can have cost. */
const againstClearSky = async (
  db: Db,
  row: ShownAlarm,
  hit: ReadonlySet<number>,
  span: { from: number; to: number; stepMs: number },
): Promise<Estimate | null> => {
  if (row.kind !== 'inverter' && row.kind !== 'gateway') return null
  const { rows } = await invertersBeside(db, row.station_id, row.device_id, hit)
  const rated = (some: typeof rows): number => some.reduce((sum, { ratedW }) => sum + (ratedW ?? 0), 0)
  const mine = rows.filter((one) => one.mine)
  if (mine.length === 0 || rated(rows) <= 0) return null
  const planes = await planesOf(db, [row.station_id])
  // A gateway stands for all inverters behind it.
  const plane = mine.length === 1 ? planes.get(mine[0]?.id ?? '') : undefined
  const roof = await roofOf(db, row.station_id)
  const modules = modulesOfPart(row, roof, { size: rated(mine), all: rated(rows), plane })
  const cells = await powerByStep(
    db,
    mine.map(({ no }) => no),
    span.from,
    span.to,
    span.stepMs,
  )
  let watts = 0
  for (const [step, some] of Map.groupBy(cells, (cell) => cell.step)) {
    const expected = expectedPowerW(span.from + (step + 0.5) * span.stepMs, modules)
    watts += missing(
      expected,
      some.reduce((sum, { powerW }) => sum + powerW, 0),
    )
  }
  return cells.length === 0 ? null : { wh: (watts * span.stepMs) / HOUR, against: 'clear_sky', peers: 0 }
}

/** Money, to the cent. */
export const worthOf = (wh: number, perKwh: number): number => Math.round((wh / 1000) * perKwh * 100) / 100

/** What an alarm has cost up to its end, or `now`: energy, and money at the station's tariff. */
export const costOf = async (
  db: Db,
  row: ShownAlarm,
  instances: readonly string[],
  now: number,
): Promise<Cost> => {
  if (!mayCost(row.code)) return null
  const to = Math.max(row.first_at, row.closed_at ?? now)
  const from = Math.max(row.first_at, to - DAYS_MOST * DAY)
  const stepMs =
    to - from <= FINE_DAYS * DAY ? row.report_min * 60_000 : Math.max(HOUR, row.report_min * 60_000)
  const span = { from, to, stepMs }
  const trackers = new Set(instances.flatMap((one) => (/^MPPT \d+$/.test(one) ? [Number(one.slice(5))] : [])))
  const hit = await concerned(db, row, instances)
  const found =
    (trackers.size > 0
      ? await againstStrings(db, row, trackers, span)
      : await againstPeers(db, row, hit, span)) ?? (await againstClearSky(db, row, hit, span))
  if (found === null) return null
  const wh = Math.round(found.wh)
  const { tariff } = row
  const money =
    tariff === null
      ? null
      : {
          amount: worthOf(wh, tariff.perKwh),
          currency: tariff.currency,
          perKwh: tariff.perKwh,
        }
  return { from, to, wh, money, against: found.against, peers: found.peers }
}
