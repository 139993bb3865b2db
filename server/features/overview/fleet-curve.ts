import type { Db } from '../../platform/db/handle.ts'
import { inChunks, inTurn } from '../../platform/in-turn.ts'
import { type PowerCell, powerByStep } from '../telemetry/reading-store.ts'
import type { Steps } from './curve-sum.ts'
import type { FleetDevices } from './fleet-devices.ts'
import { HELD_MS, type HeldSteps, loadSteps, saveSteps } from './kept-figures.ts'

/** Back-filled readings of hours gone by are seen after this time, of more devices than are read again in it later. */
export const STEPS_KEPT_MS = 10 * 60_000
/** Requests within this time share what was read. */
const FRESH_MS = 10_000
/** Who asked a moment before others is shown what those have read; a clock that was set back reads again. */
const AHEAD_MS = 3_600_000
const READ_AT_ONCE = 200
export const REREAD_AT_ONCE = 200
/** Fleets that are looked at in steps of other lengths have steps of their own: so many, the last ones asked for. */
const GRIDS = 3

/** Where steps lie: from `from` on, which is the beginning of some of them. */
export type Lying = { from: number; stepMs: number }
type Asked = {
  /** Devices that may have to be read for the first time. */
  nos: readonly number[]
  /** What was read within this time is new enough, ms. */
  freshMs?: number
  /** So many devices are read whole again, those of longest ago. */
  again?: number
}

/** Steps of very many devices, of the last 26 hours up to the step that is running. */
export type Grid = {
  of: (no: number) => Steps | undefined
  /** Whether what has come since is shared by a request at `now`. */
  isFresh: (now: number) => boolean
  /** Reads what came since, of the devices of stations of which something was written. */
  follow: (db: Db, asked: Asked, now: number) => Promise<void>
  /** A set that is told each device whose steps are others, until whoever asked has taken it out. */
  watch: () => Set<number>
  unwatch: (watching: Set<number>) => void
}

export type FleetCurve = {
  grid: (lying: Lying) => Grid
  /** Keeps what is in memory for the next server. */
  save: (db: Db, now: number) => Promise<void>
}

const isSame = (a: Float64Array, b: Float64Array): boolean => a.every((value, at) => Object.is(value, b[at]))

type Reading = { no: number; since: number }
type Loaded = Map<number, HeldSteps>

type MadeGrid = Grid & { stepMs: number; phase: number; held: Loaded; kept: () => Loaded; close: () => void }

const makeGrid = (
  { stepMs, phase }: { stepMs: number; phase: number },
  devices: FleetDevices,
  load: (db: Db) => Promise<Loaded>,
): MadeGrid => {
  const length = Math.ceil(HELD_MS / stepMs)
  const held: Loaded = new Map()
  /** Devices of which something may have come. */
  const due = new Set<number>()
  const written = devices.watch()
  const watching = new Set<Set<number>>()
  let readAt = 0
  let loaded = false
  let rest: number[] = []
  const turn = inTurn()

  /** Where 26 hours begin that end with the step that is running. */
  const beginAt = (now: number): number => phase + (Math.floor((now - phase) / stepMs) + 1 - length) * stepMs

  const take = async (db: Db): Promise<void> => {
    if (loaded) return
    for (const [no, one] of await load(db)) {
      held.set(no, one)
      due.add(no)
    }
    loaded = true
  }

  const collectDue = (): void => {
    for (const id of written) for (const { no } of devices.of(id).inverters) if (held.has(no)) due.add(no)
    written.clear()
  }

  /** Of so many devices that were read whole longest ago. */
  const outOfTime = (most: number, now: number): number[] => {
    const found: number[] = []
    if (rest.length === 0) rest = [...held.keys()].reverse()
    for (let looked = 0; looked < 2 * most && found.length < most; looked += 1) {
      const no = rest.pop()
      if (no === undefined) break
      if ((held.get(no)?.wholeAt ?? now) <= now - STEPS_KEPT_MS) found.push(no)
    }
    return found
  }

  /** From which step on a device is read: the one before may still have got its last reading. */
  const sinceOf = (no: number, begin: number): number => {
    const one = held.get(no)
    if (one === undefined || one.from > begin) return begin
    return begin + Math.max(0, Math.floor((one.to - begin) / stepMs) - 1) * stepMs
  }

  const put = (no: number, since: number, begin: number, cells: readonly PowerCell[], now: number): void => {
    const before = held.get(no)
    const steps = new Float64Array(length).fill(Number.NaN)
    const first = Math.round((since - begin) / stepMs)
    const shift = before === undefined ? 0 : Math.round((begin - before.from) / stepMs)
    for (let step = 0; step < first; step += 1) steps[step] = before?.steps[step + shift] ?? Number.NaN
    for (const { step, powerW } of cells) steps[first + step] = powerW
    const wholeAt = first === 0 ? now : (before?.wholeAt ?? 0)
    due.delete(no)
    if (before !== undefined && shift === 0 && isSame(before.steps, steps)) {
      Object.assign(before, { to: now, wholeAt })
      return
    }
    held.set(no, { from: begin, stepMs, steps, to: now, wholeAt })
    for (const set of watching) set.add(no)
  }

  const read = async (db: Db, all: readonly Reading[], now: number): Promise<void> => {
    const begin = beginAt(now)
    for (const [since, same] of Map.groupBy(all, (one) => one.since))
      for (const some of inChunks(same, READ_AT_ONCE)) {
        const nos = some.map(({ no }) => no)
        const cells = await powerByStep(db, nos, since, begin + length * stepMs, stepMs)
        const cellsOf = Map.groupBy(cells, ({ deviceNo }) => deviceNo)
        for (const no of nos) put(no, since, begin, cellsOf.get(no) ?? [], now)
      }
  }

  const isFresh = (now: number, freshMs = FRESH_MS): boolean =>
    readAt > now - freshMs && readAt < now + AHEAD_MS

  return {
    stepMs,
    phase,
    held,
    of: (no) => held.get(no),
    isFresh,
    follow: (db, { nos, freshMs, again = 0 }, now) =>
      turn(async () => {
        await take(db)
        collectDue()
        const begin = beginAt(now)
        const fresh = isFresh(now, freshMs)
        const whole = new Set([...nos.filter((no) => !held.has(no)), ...outOfTime(again, now)])
        const later = fresh ? [] : [...due].filter((no) => !whole.has(no))
        await read(
          db,
          [
            ...[...whole].map((no) => ({ no, since: begin })),
            ...later.map((no) => ({ no, since: sinceOf(no, begin) })),
          ],
          now,
        )
        if (!fresh) readAt = now
      }),
    watch: () => {
      const set = new Set<number>()
      watching.add(set)
      return set
    },
    unwatch: (set) => {
      watching.delete(set)
    },
    /** Of what has not changed since, all that came up to the last turn is in it. */
    kept: () => {
      collectDue()
      return new Map(
        [...held].map(([no, one]) => [no, due.has(no) ? one : { ...one, to: Math.max(one.to, readAt) }]),
      )
    },
    close: () => devices.unwatch(written),
  }
}

/**
 * The curve of fleets with so many readings that adding them up takes longer than a screen may wait: each device's
 * steps of the last 26 hours are kept, whether a local day is asked for or the last 24 hours, and a request reads what
 * has come since. The first request of a server begins with what the last one has kept.
 */
export const createFleetCurve = (devices: FleetDevices): FleetCurve => {
  let grids: MadeGrid[] = []
  let loaded: Loaded | null = null

  const load = async (db: Db, lying: { stepMs: number; phase: number }): Promise<Loaded> => {
    loaded ??= await loadSteps(db)
    const { stepMs, phase } = lying
    const fits = ({ steps, from, stepMs: own }: HeldSteps): boolean =>
      own === stepMs && steps.length === Math.ceil(HELD_MS / stepMs) && (from - phase) % stepMs === 0
    const fitting = new Map([...loaded].filter(([, one]) => fits(one)))
    if (fitting.size > 0) loaded = new Map()
    return fitting
  }

  return {
    grid: ({ from, stepMs }) => {
      const phase = from % stepMs
      const known = grids.find((one) => one.stepMs === stepMs && one.phase === phase)
      const grid = known ?? makeGrid({ stepMs, phase }, devices, (db) => load(db, { stepMs, phase }))
      grids = [grid, ...grids.filter((one) => one !== grid)]
      for (const gone of grids.slice(GRIDS)) gone.close()
      grids = grids.slice(0, GRIDS)
      return grid
    },
    save: async (db, now) => {
      const [largest] = grids.toSorted((a, b) => b.held.size - a.held.size)
      if (largest !== undefined && largest.held.size > 0) await saveSteps(db, largest.kept(), now)
    },
  }
}
