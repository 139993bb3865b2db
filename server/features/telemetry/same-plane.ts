import { courses, isSamePlane, planesDiffer } from '#domain/analyses/planes.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { Db } from '../../platform/db/handle.ts'
import { coursesOf, planesOf } from './plane-store.ts'

/**
 * Of devices that may be held against one, those that look into the same sky, as the rules choose them. Where all that
 * are known look elsewhere, all are given back, to be compared about noon alone.
 */
export const peersInPlane = async <T extends { id: string }>(
  db: Db,
  own: { id: string; kind: DeviceKind; stationId: string },
  others: readonly T[],
): Promise<{ peers: T[]; noonOnly: boolean }> => {
  if (others.length === 0) return { peers: [], noonOnly: false }
  const ids = [own.id, ...others.map(({ id }) => id)]
  const [planes, learned] = await Promise.all([
    planesOf(db, [own.stationId]),
    own.kind === 'inverter' ? coursesOf(db, ids) : new Map<string, object>(),
  ])
  const courseOf = (id: string) => courses.parse(learned.get(id))
  const placed = (id: string) => ({ id, plane: planes.get(id) ?? null })
  const me = placed(own.id)
  if (own.kind !== 'inverter')
    return { peers: others.filter(({ id }) => !planesDiffer(me.plane, placed(id).plane)), noonOnly: false }
  const same = others.filter(({ id }) => isSamePlane(courseOf, me, placed(id)) === true)
  if (same.length > 0) return { peers: same, noonOnly: false }
  const unknown = others.filter(({ id }) => isSamePlane(courseOf, me, placed(id)) === null)
  return unknown.length > 0 ? { peers: unknown, noonOnly: false } : { peers: [...others], noonOnly: true }
}
