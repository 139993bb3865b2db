import type { ConflictCode } from './array.ts'
import type { DeviceKind } from './kinds.ts'
import type { PlaceFields } from './place-fields.ts'
import { samePlace } from './place-fields.ts'

export type PlaceNow = PlaceFields & { id: string; kind: DeviceKind; deviceId: string | null }
export type WantedPlace = PlaceFields & { deviceId: string; kind: DeviceKind; placeId?: string | undefined }
export type PlaceConflict = { deviceId: string; code: ConflictCode; by: string | null }

export type PlacePlan = {
  /** Places whose fields change. */
  edit: (PlaceFields & { id: string })[]
  /** Devices that get a place of their own. */
  create: (PlaceFields & { deviceId: string; kind: DeviceKind })[]
  /** Devices that move into an empty place; they leave the one they were in. */
  hang: { placeId: string; deviceId: string }[]
  /** Changes left out, and why. */
  conflicts: PlaceConflict[]
  /** Devices that lost position or spot to one that has the better right. */
  evicted: string[]
}

type Settled = { wanted: WantedPlace; target: PlaceNow | null; fields: PlaceFields }

const slotsOf = (
  kind: DeviceKind,
  fields: PlaceFields,
): { position: string | null; spot: string | null } => ({
  position:
    fields.stringId !== null && fields.position !== null
      ? `${fields.stringId} ${kind} ${fields.position}`
      : null,
  spot:
    fields.areaId !== null && fields.row !== null && fields.col !== null
      ? `${fields.areaId} ${kind} ${fields.row} ${fields.col}`
      : null,
})

/** A position is one of a string, a row and a column are of an area. */
const whole = (fields: PlaceFields): PlaceFields => ({
  ...fields,
  position: fields.stringId === null ? null : fields.position,
  ...(fields.areaId === null || fields.row === null || fields.col === null
    ? { areaId: null, row: null, col: null }
    : {}),
})

const bare = ({ stringId, position, areaId, row, col, modules, moduleW }: PlaceFields): PlaceFields => ({
  stringId,
  position,
  areaId,
  row,
  col,
  modules,
  moduleW,
})

/** Into an empty place a device takes over what it does not bring: the spot in the layout, say. */
const inherited = (wanted: PlaceFields, place: PlaceNow): PlaceFields => ({
  ...bare(wanted),
  ...(wanted.stringId === null ? { stringId: place.stringId, position: place.position } : {}),
  ...(wanted.areaId === null ? { areaId: place.areaId, row: place.row, col: place.col } : {}),
  modules: place.modules > 1 && wanted.modules === 1 ? place.modules : wanted.modules,
  moduleW: wanted.moduleW ?? place.moduleW,
})

/**
 * Where devices come to hang. All changes count at once, so two devices can change places in one call. An empty place
 * gives way to a device; what another device holds is a conflict, or with `force` (the gateway knows better) is taken
 * from it. A device in another string is moved only when its present place is named.
 * `places` are all places of the station; each device is wanted at most once.
 */
export const planPlaces = (
  places: readonly PlaceNow[],
  wanted: readonly WantedPlace[],
  { force }: { force: boolean },
): PlacePlan => {
  const placeOf = new Map(
    places.flatMap((place) => (place.deviceId === null ? [] : [[place.deviceId, place]])),
  )
  const byId = new Map(places.map((place) => [place.id, place]))
  const empty = new Map<string, PlaceNow>()
  for (const place of places) {
    const { position, spot } = slotsOf(place.kind, place)
    if (place.deviceId !== null) continue
    if (spot !== null) empty.set(spot, place)
    if (position !== null) empty.set(position, place)
  }
  const conflicts: PlaceConflict[] = []
  const taken = new Set<string>()

  const settle = (one: WantedPlace): Settled | null => {
    const present = placeOf.get(one.deviceId) ?? null
    const refuse = (code: ConflictCode, by: string | null): null => {
      conflicts.push({ deviceId: one.deviceId, code, by })
      return null
    }
    const named = one.placeId === undefined ? undefined : byId.get(one.placeId)
    const foreign = named?.deviceId ?? null
    if (foreign !== null && foreign !== one.deviceId) return refuse('position_taken', foreign)
    const elsewhere = present?.stringId ?? null
    if (
      !force &&
      named === undefined &&
      elsewhere !== null &&
      one.stringId !== null &&
      elsewhere !== one.stringId
    )
      return refuse('other_string', one.deviceId)
    const { position, spot } = slotsOf(one.kind, whole(one))
    const free = [named, position && empty.get(position), spot && empty.get(spot)].find(
      (place): place is PlaceNow =>
        typeof place === 'object' &&
        place !== null &&
        place.deviceId === null &&
        place.kind === one.kind &&
        !taken.has(place.id),
    )
    const target = free ?? present
    if (free) taken.add(free.id)
    return { wanted: one, target, fields: whole(free ? inherited(one, free) : bare(one)) }
  }

  let accepted = wanted.flatMap((one) => settle(one) ?? [])
  const evicted = new Map<string, PlaceFields & { id: string }>()
  // Leaving a change out can put another one in conflict: until none is.
  for (;;) {
    evicted.clear()
    const moving = new Set(accepted.map(({ wanted: { deviceId } }) => deviceId))
    const held = new Map<string, { deviceId: string; place: PlaceNow | null }>()
    for (const place of places) {
      if (place.deviceId === null || moving.has(place.deviceId)) continue
      const { position, spot } = slotsOf(place.kind, place)
      for (const slot of [position, spot])
        if (slot !== null) held.set(slot, { deviceId: place.deviceId, place })
    }
    const losing = new Set<Settled>()
    for (const one of accepted) {
      const slots = slotsOf(one.wanted.kind, one.fields)
      const entries = [
        ['position', slots.position, 'position_taken'],
        ['spot', slots.spot, 'spot_taken'],
      ] as const
      const inTheWay = entries.find(([, slot]) => {
        const holder = slot === null ? undefined : held.get(slot)
        return holder !== undefined && !(force && holder.place !== null)
      })
      if (inTheWay) {
        const [, slot, code] = inTheWay
        conflicts.push({ deviceId: one.wanted.deviceId, code, by: held.get(slot ?? '')?.deviceId ?? null })
        losing.add(one)
        continue
      }
      for (const [what, slot] of entries) {
        if (slot === null) continue
        const place = held.get(slot)?.place
        if (place) {
          const left = evicted.get(place.id) ?? { ...bare(place), id: place.id }
          evicted.set(
            place.id,
            what === 'position'
              ? { ...left, position: null }
              : { ...left, areaId: null, row: null, col: null },
          )
        }
        held.set(slot, { deviceId: one.wanted.deviceId, place: null })
      }
    }
    if (losing.size === 0) break
    accepted = accepted.filter((one) => !losing.has(one))
  }

  const plan: PlacePlan = { edit: [...evicted.values()], create: [], hang: [], conflicts, evicted: [] }
  plan.evicted = [...evicted.keys()].flatMap((id) => byId.get(id)?.deviceId ?? [])
  const filled = new Set<string>()
  const slotsTaken = new Set<string>()
  for (const { wanted: one, target, fields } of accepted) {
    for (const slot of Object.values(slotsOf(one.kind, fields))) if (slot !== null) slotsTaken.add(slot)
    if (target === null) {
      plan.create.push({ ...fields, deviceId: one.deviceId, kind: one.kind })
      continue
    }
    filled.add(target.id)
    if (target.deviceId !== one.deviceId) plan.hang.push({ placeId: target.id, deviceId: one.deviceId })
    if (!samePlace(target, fields)) plan.edit.push({ ...fields, id: target.id })
  }
  // Empty places, and those that their device has just left, give way.
  const leaving = new Set(plan.hang.map(({ deviceId }) => placeOf.get(deviceId)?.id))
  for (const place of places) {
    if (filled.has(place.id) || !(place.deviceId === null || leaving.has(place.id))) continue
    const { position, spot } = slotsOf(place.kind, place)
    const lost = {
      ...bare(place),
      ...(position !== null && slotsTaken.has(position) ? { position: null } : {}),
      ...(spot !== null && slotsTaken.has(spot) ? { areaId: null, row: null, col: null } : {}),
    }
    if (!samePlace(place, lost)) plan.edit.push({ ...lost, id: place.id })
  }
  return plan
}
