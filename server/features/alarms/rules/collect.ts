import { setImmediate } from 'node:timers/promises'
import type { RuleEvent, RuleState, RuleStates } from '#domain/alarms/rules/run-rules.ts'
import { analysesFor } from '#domain/alarms/rules/all-rules.ts'
import { ruleIds } from '#domain/alarms/rules/rule.ts'
import { needsOf } from '#domain/analyses/run-analyses.ts'
import { runRules, subjectKey } from '#domain/alarms/rules/run-rules.ts'
import { type Kept, remember } from '#domain/analyses/memory.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { allShards } from '../../../platform/db/shards.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { transact } from '../../../platform/db/open.ts'
import type { Context } from '../../../context.ts'
import type { MakeRoom } from '../../../platform/making-room.ts'
import { applyEffects, type Effect } from './apply-events.ts'
import { loadStations, STEP_MS, type ThickDevices } from './load-windows.ts'
import {
  deleteStates,
  forgetMoved,
  readCollections,
  type Collection,
  readMemory,
  readStates,
  saveCollection,
  saveMemory,
  saveStates,
  type StateChange,
} from './rule-store.ts'
import { settingsOf } from './settings.ts'
import type { RuleStation } from './window-store.ts'
import { stationsWithDevices } from './window-store.ts'

const MINUTE = 60_000
/** What was measured at a step has arrived by then. */
const ARRIVAL_MS = MINUTE
/** After a stop so many steps are judged; what lies further back nobody can act on. */
export const STEPS_MOST = 24
/** A pause of more steps than this: the server may not have been listening meanwhile. */
const PAUSE_STEPS = 3
/**
 * Devices loaded together: 2,000 that report every five minutes give some 24,000 readings an hour. How often devices
 * report is not known beforehand, so a run begins with fewer, and takes more or fewer by how long the last ones took.
 */
const PORTION_MOST = 2_000
const PORTION_FIRST = 500
const PORTION_LEAST = 50
const PORTION_QUICK_MS = 500
const PORTION_SLOW_MS = 1_500
/** Devices judged in one go, three milliseconds; then others are answered. */
const TURN = 50

const needs = needsOf(analysesFor(ruleIds))

export type CollectionFigures = { steps: number; stations: number; raised: number; cleared: number }

/** The next stations from a place on that have so many devices together, at least one. */
const portionAt = (stations: readonly RuleStation[], from: number, devices: number): RuleStation[] => {
  let room = devices
  const end = stations.findIndex((station, index) => {
    if (index < from) return false
    room -= station.devices
    return room < 0 && index > from
  })
  return stations.slice(from, end === -1 ? undefined : end)
}

const nextSize = (devices: number, tookMs: number): number =>
  tookMs < PORTION_QUICK_MS
    ? Math.min(PORTION_MOST, devices * 2)
    : tookMs > PORTION_SLOW_MS
      ? Math.max(PORTION_LEAST, Math.round(devices / 2))
      : devices

/** What a run of several steps comes to: what began and ended within it was never an alarm. */
const net = (
  before: ReadonlyMap<string, boolean>,
  states: RuleStates,
  events: readonly RuleEvent[],
): { kind: Effect['kind']; state: RuleState }[] => {
  const touched = new Map(events.map((event) => [subjectKey(event.state), event]))
  return [...touched].flatMap(([key, event]): { kind: Effect['kind']; state: RuleState }[] => {
    const [was, is] = [before.get(key) ?? false, states.get(key)]
    if (was && is?.active !== true) return [{ kind: 'clear', state: event.state }]
    if (is?.active !== true) return []
    return [{ kind: was ? 'again' : 'raise', state: is }]
  })
}

const differs = (a: RuleState | undefined, b: RuleState): boolean =>
  a === undefined ||
  a.badMs !== b.badMs ||
  a.goodMs !== b.goodMs ||
  a.active !== b.active ||
  a.asOf !== b.asOf

const collectPortion = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  stations: readonly RuleStation[],
  span: {
    steps: readonly number[]
    listeningSince: number
    now: number
    thick: ThickDevices
    makeRoom: MakeRoom
  },
): Promise<{ raised: number; cleared: number }> => {
  const [first, last] = [span.steps[0], span.steps.at(-1)]
  if (first === undefined || last === undefined) return { raised: 0, cleared: 0 }
  const ids = stations.map(({ id }) => id)
  const [known, memory, settings, loaded] = await Promise.all([
    readStates(db, ids),
    readMemory(db, ids),
    settingsOf(db, stations),
    loadStations(db, stations, {
      from: first,
      to: last,
      listeningSince: span.listeningSince,
      needs,
      thick: span.thick,
    }),
  ])
  const [effects, saved, gone, learned] = [
    [] as Effect[],
    [] as StateChange[],
    [] as RuleState[],
    new Map<string, Kept>(),
  ]
  let judged = 0
  for (const { station, at } of loaded) {
    judged += station.devices
    if (judged >= TURN) {
      judged = 0
      await span.makeRoom()
    }
    const states: RuleStates = known.get(station.id) ?? new Map()
    const before = new Map(states)
    const events: RuleEvent[] = []
    let kinds = new Map<string, DeviceKind>()
    for (const step of span.steps) {
      const window = at(step)
      const run = runRules(window, settings(station), states, memory)
      events.push(...run.events)
      remember(memory, run.kept)
      for (const one of run.kept) learned.set(`${one.deviceId}/${one.kind}`, one)
      if (kinds.size === 0) kinds = new Map(window.devices.map(({ id, kind }) => [id, kind]))
    }
    const wasActive = new Map([...before].map(([key, { active }]) => [key, active]))
    for (const { kind, state } of net(wasActive, states, events))
      effects.push({
        kind,
        state,
        stationId: station.id,
        deviceKind: kinds.get(state.deviceId) ?? 'inverter',
      })
    for (const [key, state] of states)
      if (differs(before.get(key), state)) saved.push({ stationId: station.id, state })
    for (const [key, state] of before) if (!states.has(key)) gone.push(state)
  }
  // One transaction: an alarm and the memory of having raised it stand together or not at all.
  const { changed, heldBack } = await transact(db, async (trx) => {
    const applied = await applyEffects(trx, effects, span.now)
    const waiting = new Set(applied.heldBack.map(subjectKey))
    // What is held back stays ready: with the device's own alarm gone it is raised at the next step.
    await saveStates(
      trx,
      saved.map((one) =>
        waiting.has(subjectKey(one.state)) ? { ...one, state: { ...one.state, active: false } } : one,
      ),
    )
    await deleteStates(trx, gone)
    await saveMemory(trx, [...learned.values()])
    return applied
  })
  for (const stationId of changed) changeEvents.tell({ type: 'changed', stationId, what: 'alarms' })
  const count = (kind: Effect['kind']): number => effects.filter((effect) => effect.kind === kind).length
  return { raised: count('raise') - heldBack.length, cleared: count('clear') }
}

type CollectContext = Pick<Context, 'db' | 'changeEvents'>
type Turn = { stopping: AbortSignal; thick: ThickDevices; makeRoom: MakeRoom }

/** Judges the shards that have come equally far. */
const collectShards = async (
  context: CollectContext,
  shards: readonly number[],
  known: Collection | null,
  { now, last, stopping, thick, makeRoom }: Turn & { now: number; last: number },
): Promise<CollectionFigures> => {
  const { db } = context
  const missed = known === null ? 1 : (last - known.doneUntil) / STEP_MS
  const steps = Array.from(
    { length: Math.min(missed, STEPS_MOST) },
    (_, back) => last - back * STEP_MS,
  ).reverse()
  const listeningSince = known === null || missed > PAUSE_STEPS ? last : known.listeningSince
  const stations = await stationsWithDevices(db, null, shards)
  const figures = { steps: steps.length, stations: stations.length, raised: 0, cleared: 0 }
  let devices = PORTION_FIRST
  for (let at = 0; at < stations.length;) {
    // What is left is judged by whoever comes next, from the same step on: a verdict counts once.
    if (stopping.aborted) return figures
    const portion = portionAt(stations, at, devices)
    at += portion.length
    await makeRoom()
    const began = performance.now()
    const done = await collectPortion(context, portion, { steps, listeningSince, now, thick, makeRoom })
    devices = nextSize(devices, performance.now() - began)
    figures.raised += done.raised
    figures.cleared += done.cleared
  }
  await saveCollection(db, shards, { doneUntil: last, listeningSince })
  return figures
}

/** The newest step that may be judged. */
const lastStep = (now: number): number => Math.floor((now - ARRIVAL_MS) / STEP_MS) * STEP_MS

const shardsDue = async (
  db: Db,
  now: number,
  shards: readonly number[],
): Promise<[number, Collection | null][]> =>
  [...(await readCollections(db, shards))].filter(
    ([, known]) => known === null || known.doneUntil < lastStep(now),
  )

/** Whether a step of any of the shards has not been judged. */
export const isDue = async (db: Db, now: number, shards: readonly number[]): Promise<boolean> =>
  (await shardsDue(db, now, shards)).length > 0

/**
 * The periodic collection: every step of five minutes that has not been judged is judged once, whichever server's turn
 * it is. Steps that were missed are judged too, up to `STEPS_MOST`; of what began and ended in them nothing is raised.
 * Null when no step is due in any of the shards. `thick` is kept from one turn to the next; `makeRoom`: what is done
 * between two turns of it.
 */
export const collect = async (
  context: CollectContext,
  now: number,
  stopping: AbortSignal,
  shards: readonly number[] = allShards,
  thick: ThickDevices = new Set(),
  makeRoom: MakeRoom = setImmediate,
): Promise<CollectionFigures | null> => {
  const due = await shardsDue(context.db, now, shards)
  if (due.length === 0) return null
  const last = lastStep(now)
  await forgetMoved(context.db)
  const figures = { steps: 0, stations: 0, raised: 0, cleared: 0 }
  const equallyFar = Map.groupBy(due, ([, known]) =>
    known === null ? '' : `${known.doneUntil} ${known.listeningSince}`,
  )
  for (const group of equallyFar.values()) {
    const [, known = null] = group[0] ?? []
    const own = group.map(([shard]) => shard)
    const done = await collectShards(context, own, known, { now, last, stopping, thick, makeRoom })
    figures.steps = Math.max(figures.steps, done.steps)
    figures.stations += done.stations
    figures.raised += done.raised
    figures.cleared += done.cleared
  }
  return figures
}
