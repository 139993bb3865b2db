import { deserialize, serialize } from 'node:v8'
import type { Db } from '../../platform/db/handle.ts'

import { type KeptName, readKept, saveKept } from './kept-store.ts'

/** A local day of 25 hours lies within it at its end, and so do the last 24 hours of whoever asked a moment before. */
export const HELD_MS = 26 * 3_600_000

/**
 * W by step from `from`, NaN where nothing was heard; `to`: what came up to then is in it; `wholeAt`: read whole then. The
 * array is never changed, but replaced.
 */
export type HeldSteps = { from: number; stepMs: number; steps: Float64Array; to: number; wholeAt: number }

/** Another version of the form is not read. */
const FORM = 3

const isHeld = (value: unknown): value is HeldSteps =>
  typeof value === 'object' &&
  value !== null &&
  'steps' in value &&
  value.steps instanceof Float64Array &&
  ['from', 'stepMs', 'to', 'wholeAt'].every((name) => Number.isFinite(Reflect.get(value, name)))

/** Pairs that were kept under a name in this form; none when nothing was, or nothing that is understood. */
const pairsOf = async (db: Db, name: KeptName, form: number): Promise<[unknown, unknown][]> => {
  const row = await readKept(db, name)
  if (row === undefined) return []
  try {
    const read: unknown = deserialize(row.bytes)
    if (typeof read !== 'object' || read === null) return []
    const pairs: unknown = Reflect.get(read, 'form') === form ? Reflect.get(read, 'pairs') : []
    return ((Array.isArray(pairs) ? pairs : []) as unknown[]).filter(
      (pair): pair is [unknown, unknown] => Array.isArray(pair) && pair.length === 2,
    )
  } catch {
    return []
  }
}
const savePairs = (
  db: Db,
  name: KeptName,
  { form, of, now }: { form: number; of: ReadonlyMap<unknown, unknown>; now: number },
): Promise<void> => saveKept(db, name, serialize({ form, pairs: [...of] }), now)

/** Keeps the steps by device number for the next server on this database. */
export const saveSteps = (db: Db, of: ReadonlyMap<number, HeldSteps>, now: number): Promise<void> =>
  savePairs(db, 'fleet-curve', { form: FORM, of, now })

/** What was kept last; empty when nothing was, or nothing that is understood. */
export const loadSteps = async (db: Db): Promise<Map<number, HeldSteps>> =>
  new Map(
    (await pairsOf(db, 'fleet-curve', FORM)).filter(
      (pair): pair is [number, HeldSteps] => Number.isInteger(pair[0]) && isHeld(pair[1]),
    ),
  )

/** Of a station: the local day it is of, when it was read, and of which version of the station. */
export type PastRead = { day: string; readAt: number; version: number }

/** Another version of the form is not read: all that `LongEnergy` has. */
const PAST_FORM = 1

const isRead = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'day') === 'string' &&
  ['readAt', 'version'].every((name) => Number.isFinite(Reflect.get(value, name)))

/** Keeps the energy before today by station for the next server on this database. */
export const savePast = <Past extends PastRead>(
  db: Db,
  of: ReadonlyMap<string, Past>,
  now: number,
): Promise<void> => savePairs(db, 'past-energy', { form: PAST_FORM, of, now })

/** What was kept last, but for what a clock that ran ahead has kept. */
export const loadPast = async <Past extends PastRead>(db: Db, now: number): Promise<Map<string, Past>> =>
  new Map(
    (await pairsOf(db, 'past-energy', PAST_FORM)).filter(
      (pair): pair is [string, Past] =>
        typeof pair[0] === 'string' && isRead(pair[1]) && (pair[1] as Past).readAt <= now,
    ),
  )
