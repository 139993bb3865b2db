import { deserialize, serialize } from 'node:v8'
import type { Db } from '../../platform/db/handle.ts'

import { saveKept, readKept } from './kept-store.ts'

/** W by step from `from`, NaN where nothing was heard; `to`: what came up to then is in it; `wholeAt`: read whole then. */
export type HeldSteps = { from: number; stepMs: number; steps: Float64Array; to: number; wholeAt: number }

/** Another version of the form is not read. */
const FORM = 2

const isHeld = (value: unknown): value is HeldSteps =>
  typeof value === 'object' &&
  value !== null &&
  'steps' in value &&
  value.steps instanceof Float64Array &&
  ['from', 'stepMs', 'to', 'wholeAt'].every((name) => Number.isFinite(Reflect.get(value, name)))

/** Keeps the steps by device number for the next server on this database. */
export const saveSteps = async (
  db: Db,
  steps: ReadonlyMap<number, HeldSteps>,
  now: number,
): Promise<void> => {
  const bytes = serialize({ form: FORM, steps: [...steps] })
  await saveKept(db, bytes, now)
}

/** What was kept last; empty when nothing was, or nothing that is understood. */
export const loadSteps = async (db: Db): Promise<Map<number, HeldSteps>> => {
  const row = await readKept(db)
  if (row === undefined) return new Map()
  try {
    const read: unknown = deserialize(row.bytes)
    const known = typeof read === 'object' && read !== null && 'form' in read && read.form === FORM
    const steps: unknown = known && 'steps' in read ? read.steps : []
    const pairs = (Array.isArray(steps) ? steps : []) as unknown[]
    return new Map(
      pairs.flatMap((pair): [number, HeldSteps][] =>
        Array.isArray(pair) && Number.isInteger(pair[0]) && isHeld(pair[1])
          ? [[Number(pair[0]), pair[1]]]
          : [],
      ),
    )
  } catch {
    return new Map()
  }
}
