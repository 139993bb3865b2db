import type { RoofArea } from '#domain/stations/faces.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { createDueTimes, type DueTimes } from '../../platform/kept/due-times.ts'
import { placesChanged, placesOfAll } from '../../platform/kept/lists.ts'
import { modulesOf } from '../stations/station-light.ts'
import type { StationFigures } from '../stations/station-figures.ts'
import type { StationRow } from '../stations/station-store.ts'
import type { PowerColumns } from '../telemetry/power-curve.ts'
import { ratedTogether } from '../telemetry/telemetry-routes.ts'
import { createCurveSum, type CurveSum, type Frame } from './curve-sum.ts'
import { createExpectedSum, type ExpectedSum } from './expected-sum.ts'
import type { Grid } from './fleet-curve.ts'
import type { FleetDevices, StationDevices } from './fleet-devices.ts'
import { type Flow, flowOf, sumFlows } from './fleet-flows.ts'
import type { HomeView } from './home.ts'

export type Known = { row: { id: string }; figures: StationFigures }
/** `who`: whose stations they are, so that what was summed up for them is gone on with. */
export type Asked = { who: string; rows: readonly StationRow[]; frame: Frame }
export type Together = { curve: PowerColumns; expectedW: number[]; flows: HomeView['flows'] }

/** A station with what it gives to the sums, and of what that was made. */
type Slot = {
  readonly id: string
  /** In the order of the stations. */
  place: number
  row: StationRow | null
  figures: StationFigures | null
  devices: StationDevices | null
  /** As the curve has them. */
  summed: Pick<StationDevices, 'inverters'> & { reportMin: number }
  flow: Flow | null
  /** What was made of it is looked at again then, whatever happens. */
  until: number
}

type Summed = { grid: Grid; frame: Frame; sum: CurveSum; renewed: Set<number> }
/** The sums of the stations that somebody sees. */
export type Scope = {
  turn: ReturnType<typeof inTurn>
  slots: Map<string, Slot>
  /** Those of `rows`, which are whose `known` was looked at last, and those of them where anything flows. */
  order: Slot[]
  rows: readonly StationRow[]
  known: readonly Known[]
  flowing: Slot[]
  /** When each is looked at again, whatever happens; of the clock at the last look. */
  times: DueTimes
  now: number
  written: Set<string>
  /** The slot that gives a device to the curve: one that moves is at two for a moment. */
  givenBy: Map<number, Slot>
  summed: Summed | null
  expected: ExpectedSum
  /** Epoch ms. */
  lookedAt: number
}

const noDevices = { inverters: [], reportMin: 0 }

export const makeScope = (devices: FleetDevices): Scope => ({
  turn: inTurn(),
  slots: new Map(),
  order: [],
  rows: [],
  known: [],
  flowing: [],
  times: createDueTimes(),
  now: Number.NEGATIVE_INFINITY,
  written: devices.watch(),
  givenBy: new Map(),
  summed: null,
  expected: createExpectedSum(),
  lookedAt: 0,
})

export const isThere = ({ removedAt }: { removedAt: number | null }, from: number): boolean =>
  removedAt === null || removedAt > from

export const isInOrder = ({ rows, order }: Scope, asked: readonly StationRow[]): boolean => {
  if (placesChanged(asked, rows) !== null) return true
  if (order.length !== asked.length) return false
  for (let n = 0; n < asked.length; n += 1) if (order[n]?.id !== asked[n]?.id) return false
  return true
}

/** What stood for stations before takes its place in the order of `rows`; those that are gone give nothing any more. False: it did. */
const align = (scope: Scope, rows: readonly StationRow[]): boolean => {
  const { slots } = scope
  if (isInOrder(scope, rows)) return false
  const gone = new Map(slots)
  scope.times = createDueTimes()
  scope.order = rows.map(({ id }, place) => {
    gone.delete(id)
    const slot = slots.get(id) ?? {
      id,
      place,
      row: null,
      figures: null,
      devices: null,
      summed: noDevices,
      flow: null,
      until: 0,
    }
    slot.place = place
    scope.times.set(place, slot.until)
    slots.set(id, slot)
    return slot
  })
  for (const slot of gone.values()) {
    takeOut(scope, slot)
    scope.expected.remove(slot.id)
    slots.delete(slot.id)
  }
  return true
}

const takeOut = ({ summed, givenBy }: Scope, slot: Slot): void => {
  for (const { no } of slot.summed.inverters) {
    if (givenBy.get(no) !== slot) continue
    givenBy.delete(no)
    summed?.sum.set(no, null)
  }
  slot.summed = noDevices
}

const putIn = ({ givenBy, written }: Scope, { grid, sum, frame }: Summed, slot: Slot): void => {
  const { devices, row } = slot
  if (devices === null || row === null) return
  const { inverters } = devices
  slot.summed = { inverters, reportMin: row.report_min }
  for (const one of inverters) {
    if (!isThere(one, frame.from)) continue
    const known = grid.of(one.no)
    // It came a moment ago: the next look reads it.
    if (known === undefined) written.add(slot.id)
    const { from, steps } = known ?? { from: frame.from, steps: new Float64Array() }
    givenBy.set(one.no, slot)
    sum.set(one.no, { ratedW: one.ratedW, reportMin: row.report_min, from, steps })
  }
}

/** The sum over the frame; begun anew where the frame, or where its steps lie, is another. */
const sumFor = (scope: Scope, grid: Grid, frame: Frame): Summed => {
  const { summed } = scope
  const { from, to, stepMs } = frame
  if (
    summed?.grid === grid &&
    summed.frame.from === from &&
    summed.frame.to === to &&
    summed.frame.stepMs === stepMs
  )
    return summed
  summed?.grid.unwatch(summed.renewed)
  const fresh = { grid, frame, sum: createCurveSum(frame), renewed: grid.watch() }
  scope.summed = fresh
  scope.givenBy.clear()
  for (const slot of scope.order) putIn(scope, fresh, slot)
  return fresh
}

/** Whose row, figures or time may be another; null: any. Of stations that all have figures, in the same order. */
const placesToSee = (
  { order, rows: before, known: knownBefore, times, now: nowBefore }: Scope,
  { rows, frame: { now } }: Asked,
  known: readonly Known[],
): Iterable<number> | null =>
  now < nowBefore || known.length !== order.length || knownBefore.length !== order.length
    ? null
    : placesOfAll([placesChanged(rows, before), placesChanged(known, knownBefore), times.take(now)])

/** Of the slots those whose row or figures are others, or whose time is over. */
const lookOver = (scope: Scope, asked: Asked, known: readonly Known[]): Set<Slot> => {
  const changed = new Set<Slot>()
  const { order } = scope
  const { rows, frame } = asked
  const see = (n: number, figures: StationFigures | null): void => {
    const slot = order[n] as Slot
    const row = rows[n] ?? null
    if (slot.row === row && slot.figures === figures && frame.now < slot.until) return
    slot.row = row
    slot.figures = figures
    changed.add(slot)
  }
  const places = placesToSee(scope, asked, known)
  if (places === null) {
    let at = 0
    for (let n = 0; n < order.length; n += 1) {
      const next = known[at]
      const isOwn = next !== undefined && (next.row === rows[n] || next.row.id === order[n]?.id)
      if (isOwn) at += 1
      see(n, isOwn ? next.figures : null)
    }
  } else for (const n of places) see(n, known[n]?.figures ?? null)
  scope.rows = rows
  scope.known = known
  scope.now = Math.max(scope.now, frame.now)
  return changed
}

/** Slots of which anything is another than before, brought up to date. */
const changedOf = (scope: Scope, asked: Asked, known: readonly Known[], devices: FleetDevices): Set<Slot> => {
  const changed = lookOver(scope, asked, known)
  for (const id of scope.written) {
    const slot = scope.slots.get(id)
    if (slot !== undefined && slot.devices !== devices.of(id)) changed.add(slot)
  }
  scope.written.clear()
  for (const slot of changed) slot.devices = devices.of(slot.id)
  return changed
}

const keyOf = ({ version }: StationRow, roof: RoofArea[] | null, limitW: number | null): string =>
  `${version} ${limitW} ${roof === null ? '' : JSON.stringify(roof)}`

/** What a changed station gives to the estimate and to what flows. */
const weigh = async (slot: Slot, expected: ExpectedSum, now: number): Promise<void> => {
  const { row, figures, devices } = slot
  if (row === null || devices === null) return
  const limitW = ratedTogether(devices.inverters, now)
  const roof = figures?.roof ?? null
  await expected.set(slot.id, keyOf(row, roof, limitW), () => modulesOf(row, roof, limitW))
  slot.flow = figures === null ? null : flowOf(devices.bothWays, figures, row, now)
  slot.until = devices.inverters.reduce(
    (least, { removedAt }) => (removedAt !== null && removedAt > now ? Math.min(least, removedAt) : least),
    slot.flow?.until ?? Infinity,
  )
}

const isSummedAs = ({ summed, devices, row }: Slot): boolean =>
  summed.inverters === devices?.inverters && summed.reportMin === row?.report_min

/** What they give together at a look: what is another than at the one before is taken out and put in. One call at a time. */
export const together = async (
  scope: Scope,
  asked: Asked,
  known: readonly Known[],
  { devices, grid }: { devices: FleetDevices; grid: Grid },
): Promise<Together> => {
  const { frame } = asked
  const moves = align(scope, asked.rows)
  const changed = changedOf(scope, asked, known, devices)
  const summed = sumFor(scope, grid, frame)
  const moved = [...changed].filter((slot) => !isSummedAs(slot))
  for (const slot of moved) takeOut(scope, slot)
  for (const slot of moved) putIn(scope, summed, slot)
  for (const no of summed.renewed) {
    const steps = grid.of(no)
    if (steps !== undefined) summed.sum.renew(no, steps)
  }
  summed.renewed.clear()
  const curve = summed.sum.columns(frame.now)
  await scope.expected.moveTo(frame)
  let flowsElsewhere = false
  for (const slot of changed) {
    const { flow } = slot
    await weigh(slot, scope.expected, frame.now)
    scope.times.set(slot.place, slot.until)
    flowsElsewhere ||= (flow === null) !== (slot.flow === null)
  }
  if (flowsElsewhere || moves) scope.flowing = scope.order.filter(({ flow }) => flow !== null)
  return {
    curve,
    expectedW: scope.expected.values(),
    flows: sumFlows(scope.flowing),
  }
}
