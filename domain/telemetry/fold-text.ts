import { type MadeCounter, madeCounters } from './counters.ts'
import type { CounterPoint } from './counter-rules.ts'
import type { LedgerFold } from './ledger-fold.ts'
import { dayNumber } from './local-days.ts'

/**
 * A fold as text of numbers and brackets, a third of what its names and instants would take: it is written at each turn
 * of the roll-up, a row a device. Instants are told before the newest reading, counters by their place in `madeCounters`.
 */

type Point = [ts: number, wh: number] | [ts: number, wh: number, of: number]
type Told = [
  lastTs: number,
  of: number,
  pvTs: number | null,
  held: Point | null,
  waiting: [points: Point[], held: Point, zeroTs: number | null] | null,
  zeroTs: number | null,
  before: [point: Point, held: Point, accepted: number, steps: number][],
  accepted: Point[],
  steps: [fromTs: number, toTs: number, wh: number][],
  noise: [ts: number, wh: number][],
  day:
    | [
        day: number,
        energy:
          | [wh: number, shared: 0 | 1, sharedWh: number, firstTs: number | null, lastTs: number | null]
          | null,
        light: number | null,
      ]
    | null,
  /** A list with the first instant, so that there being none is not that there is nothing. */
  begin: [firstTs: number | null] | null,
  shown:
    | [
        mostW: number,
        last: Point[],
        from: Point | null,
        stands: 0 | 1,
        open: [fromTs: number, to: Point, powerW: number, left: number][],
        recent: [fromTs: number, powerW: number][],
      ]
    | null,
]

const DAY_MS = 86_400_000
const placeOf = (of: MadeCounter): number => madeCounters.indexOf(of)
const counterAt = (place: number): MadeCounter => madeCounters[place] ?? 'e_tot'
const toNumber = (flag: boolean): 0 | 1 => (flag ? 1 : 0)

export const foldText = ({ lastTs, of, pvTs, ledger, open, shown }: LedgerFold): string => {
  const ago = (ts: number): number => lastTs - ts
  const maybe = (ts: number | null): number | null => (ts === null ? null : ago(ts))
  const point = (one: CounterPoint): Point =>
    one.of === undefined ? [ago(one.ts), one.wh] : [ago(one.ts), one.wh, placeOf(one.of)]
  const { held, waiting, day } = { ...ledger, ...open }
  const energy = day?.energy ?? null
  const told: Told = [
    lastTs,
    placeOf(of),
    maybe(pvTs),
    held && point(held),
    waiting && [waiting.points.map(point), point(waiting.held), maybe(waiting.zeroTs)],
    maybe(ledger.zeroTs),
    ledger.before.map((one) => [point(one.point), point(one.held), one.accepted, one.steps]),
    ledger.accepted.map(point),
    ledger.steps.map(({ fromTs, toTs, wh }) => [ago(fromTs), ago(toTs), wh]),
    ledger.noise.map(({ ts, eTotWh }) => [ago(ts), eTotWh]),
    day && [
      dayNumber(day.day),
      energy && [
        energy.wh,
        toNumber(energy.shared),
        energy.sharedWh,
        maybe(energy.firstTs),
        maybe(energy.lastTs),
      ],
      day.light,
    ],
    open.begin && [maybe(open.begin.firstTs)],
    shown && [
      shown.mostW,
      shown.last.map(point),
      shown.from && point(shown.from),
      toNumber(shown.stands),
      shown.open.map(({ fromTs, to, powerW, left }) => [ago(fromTs), point(to), powerW, left]),
      shown.recent.map(({ fromTs, powerW }) => [ago(fromTs), powerW]),
    ],
  ]
  return JSON.stringify(told)
}

/** What `foldText` wrote. @throws for any other text. */
export const foldOfText = (text: string): LedgerFold => {
  const [lastTs, of, pvTs, held, waiting, zeroTs, before, accepted, steps, noise, day, begin, shown] =
    JSON.parse(text) as Told
  const at = (ago: number): number => lastTs - ago
  const maybe = (ago: number | null): number | null => (ago === null ? null : at(ago))
  const point = (told: Point): CounterPoint =>
    told[2] === undefined
      ? { ts: at(told[0]), wh: told[1] }
      : { ts: at(told[0]), wh: told[1], of: counterAt(told[2]) }
  const energy = day?.[1] ?? null
  return {
    lastTs,
    of: counterAt(of),
    pvTs: maybe(pvTs),
    ledger: {
      held: held && point(held),
      waiting: waiting && {
        points: waiting[0].map(point),
        held: point(waiting[1]),
        zeroTs: maybe(waiting[2]),
      },
      zeroTs: maybe(zeroTs),
      before: before.map((one) => ({
        point: point(one[0]),
        held: point(one[1]),
        accepted: one[2],
        steps: one[3],
      })),
      accepted: accepted.map(point),
      steps: steps.map(([fromTs, toTs, wh]) => ({ fromTs: at(fromTs), toTs: at(toTs), wh })),
      noise: noise.map(([ts, eTotWh]) => ({ ts: at(ts), eTotWh, reason: 'noise' })),
    },
    open: {
      day: day && {
        day: new Date(day[0] * DAY_MS).toISOString().slice(0, 10),
        energy: energy && {
          wh: energy[0],
          shared: energy[1] === 1,
          sharedWh: energy[2],
          firstTs: maybe(energy[3]),
          lastTs: maybe(energy[4]),
        },
        light: day[2],
      },
      begin: begin && { firstTs: maybe(begin[0]) },
    },
    shown: shown && {
      mostW: shown[0],
      last: shown[1].map(point),
      from: shown[2] && point(shown[2]),
      stands: shown[3] === 1,
      open: shown[4].map(([fromTs, to, powerW, left]) => ({
        fromTs: at(fromTs),
        to: point(to),
        powerW,
        left,
      })),
      recent: shown[5].map(([fromTs, powerW]) => ({ fromTs: at(fromTs), powerW })),
    },
  }
}
