import type { Db } from '../../platform/db/handle.ts'
import { createFleetCurve, type FleetCurve, REREAD_AT_ONCE } from './fleet-curve.ts'
import { createFleetDevices } from './fleet-devices.ts'
import {
  type Asked,
  isInOrder,
  isThere,
  type Known,
  makeScope,
  type Scope,
  type Together,
  together,
} from './fleet-scope.ts'

export type FleetTogether = {
  /** What very many stations give together, and would under a clear sky. `known`: their figures, in their order. */
  read: (db: Db, asked: Asked, known: Promise<readonly Known[]>) => Promise<Together>
  /** Does beforehand what a look would wait for. */
  keepUp: (db: Db, asked: Asked, known: Promise<readonly Known[]>) => Promise<void>
  save: FleetCurve['save']
}

/** Whose sums are kept, the last ones who looked. */
const SCOPES = 4
/** While somebody looked within this time, what is old is read again before the next look. */
const LOOKED_MS = 15 * 60_000
/** What was followed within this time needs nothing of a look. */
const KEPT_UP_MS = 60_000

/**
 * What very many stations give together: sums that are gone on with. What each station gives is kept with what it was made
 * of, so a look adds up what has changed since the one before.
 */
export const createFleetTogether = (): FleetTogether => {
  const devices = createFleetDevices()
  const curves = createFleetCurve(devices)
  let scopes = new Map<string, Scope>()
  let keptUpAt = 0

  const scopeOf = (who: string): Scope => {
    const scope = scopes.get(who) ?? makeScope(devices)
    const others = [...scopes].filter(([one]) => one !== who)
    for (const [, gone] of others.slice(SCOPES - 1)) {
      devices.unwatch(gone.written)
      gone.summed?.grid.unwatch(gone.summed.renewed)
    }
    scopes = new Map([[who, scope], ...others.slice(0, SCOPES - 1)])
    return scope
  }

  /** Reads what has come since, and all of what nothing is known of yet. */
  const follow = async (
    db: Db,
    scope: Scope,
    { rows, frame }: Asked,
    how: { freshMs?: number; again?: number },
  ): Promise<void> => {
    const { now } = frame
    const fresh = isInOrder(scope, rows) ? [] : rows.flatMap(({ id }) => (scope.slots.has(id) ? [] : [id]))
    await devices.follow(db, fresh, now)
    const grid = curves.grid(frame)
    const asked = scope.summed?.grid === grid ? [...fresh, ...scope.written] : rows.map(({ id }) => id)
    const nos = asked.flatMap((id) =>
      devices
        .of(id)
        .inverters.flatMap((one) => (isThere(one, frame.from) && !grid.of(one.no) ? [one.no] : [])),
    )
    if (nos.length > 0 || how.freshMs !== undefined || !grid.isFresh(now))
      await grid.follow(db, { nos, ...how }, now)
  }

  const add = (scope: Scope, asked: Asked, known: readonly Known[]): Promise<Together> =>
    scope.turn(() => together(scope, asked, known, { devices, grid: curves.grid(asked.frame) }))

  return {
    read: async (db, asked, known) => {
      const { now } = asked.frame
      const scope = scopeOf(asked.who)
      scope.lookedAt = now
      const again = keptUpAt > now - KEPT_UP_MS ? 0 : REREAD_AT_ONCE
      const [stations] = await Promise.all([known, follow(db, scope, asked, { again })])
      return add(scope, asked, stations)
    },
    keepUp: async (db, asked, known) => {
      const { now } = asked.frame
      const scope = scopeOf(asked.who)
      const isLookedAt = [...scopes.values()].some(({ lookedAt }) => lookedAt > now - LOOKED_MS)
      const again = isLookedAt ? REREAD_AT_ONCE : 0
      const [stations] = await Promise.all([known, follow(db, scope, asked, { freshMs: 0, again })])
      keptUpAt = now
      await add(scope, asked, stations)
    },
    save: curves.save,
  }
}
