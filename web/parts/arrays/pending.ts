import type { ConflictCode } from '#domain/devices/array.ts'
import { DEVICES_AT_ONCE } from '#domain/devices/limits.ts'
import type { Answer, CallInput } from '../../app/data/call-types.ts'
import type { Change, Hang, PlaceRow } from './site.ts'
import { nowhere, samePlace } from '#domain/devices/place-fields.ts'
import { hangOf } from './site.ts'

/**
 * What a person has changed and the server does not have yet. It outlives the page, the network and the session:
 * changes leave it only when the server has them, when somebody else's are kept instead, or when the person lets go.
 */
type Seen = { placeId: string | null; hang: Hang }
/** `seen`: what the server said when the person began to change it. */
export type Entry = { deviceId: string; want: Hang; seen: Seen }
type Sending = { key: string; entries: readonly Entry[] }
/** `moved`: somebody moved it while this phone could not say so. `gone`: it, or where it was to hang, is no more. */
export type Clash = {
  deviceId: string
  code: ConflictCode | 'moved' | 'gone'
  want: Hang
  by: string | null
  byPerson: string | null
  at: number | null
}
export type Pending = {
  entries: readonly Entry[]
  /** On its way, or answered by nothing: the same again under the same key is carried out once. */
  sending: Sending | null
  clashes: readonly Clash[]
}
export const nothingPending: Pending = { entries: [], sending: null, clashes: [] }

type Assigned = Answer<'POST /api/stations/{stationId}/assign'>
type AssignBody = CallInput<'POST /api/stations/{stationId}/assign'>['body']
/** Where the server has a device; what hangs nowhere has no place. */
export type ServerPlaces = ReadonlyMap<string, PlaceRow>

export const placesByDevice = (places: readonly PlaceRow[]): ServerPlaces =>
  new Map(places.flatMap((place) => (place.deviceId === null ? [] : [[place.deviceId, place]])))
const seenOf = (places: ServerPlaces, deviceId: string): Seen => {
  const place = places.get(deviceId)
  return place ? { placeId: place.id, hang: hangOf(place) } : { placeId: null, hang: nowhere }
}

/** Where this person has put devices: counts before what the server says. */
export const pendingHangs = ({ entries, sending }: Pending): Map<string, Hang> => {
  const hangs = new Map<string, Hang>()
  for (const { deviceId, want } of [...(sending?.entries ?? []), ...entries]) hangs.set(deviceId, want)
  return hangs
}
export const pendingCount = (pending: Pending): number => pendingHangs(pending).size

/** The last wish of each device counts. One that is back where the server has it needs no call. */
export const enqueue = (pending: Pending, changes: readonly Change[], places: ServerPlaces): Pending => {
  const entries = new Map(pending.entries.map((entry) => [entry.deviceId, entry]))
  const onTheWay = new Set(pending.sending?.entries.map(({ deviceId }) => deviceId))
  for (const { deviceId, want } of changes) {
    const seen = entries.get(deviceId)?.seen ?? seenOf(places, deviceId)
    entries.delete(deviceId)
    if (onTheWay.has(deviceId) || !samePlace(seenOf(places, deviceId).hang, want))
      entries.set(deviceId, { deviceId, want, seen })
  }
  const changed = new Set(changes.map(({ deviceId }) => deviceId))
  return {
    ...pending,
    entries: [...entries.values()],
    // A new wish for a device answers what it ran into before.
    clashes: pending.clashes.filter(({ deviceId }) => !changed.has(deviceId)),
  }
}

/** The next call. What somebody else has moved in the meantime is not overwritten but named. */
export const begin = (pending: Pending, places: ServerPlaces, key: string): Pending => {
  if (pending.sending) return pending
  const clashes: Clash[] = []
  const going = pending.entries.flatMap((entry): Entry[] => {
    const { deviceId, want, seen } = entry
    const now = seenOf(places, deviceId)
    if (samePlace(now.hang, seen.hang)) return [{ ...entry, seen: now }]
    if (!samePlace(now.hang, want))
      clashes.push({ deviceId, code: 'moved', want, by: null, byPerson: null, at: null })
    return []
  })
  const entries = going.slice(0, DEVICES_AT_ONCE)
  return {
    entries: going.slice(DEVICES_AT_ONCE),
    sending: entries.length > 0 ? { key, entries } : null,
    clashes: withClashes(pending.clashes, clashes),
  }
}

/** What others have put there stays, the rest of the call is carried out. */
export const bodyOf = ({ entries }: Sending): AssignBody => ({
  changes: entries.map(({ deviceId, want, seen }) => ({
    deviceId,
    ...(seen.placeId === null ? {} : { placeId: seen.placeId }),
    ...want,
  })),
  keepOthers: true,
})

const withClashes = (before: readonly Clash[], more: readonly Clash[]): Clash[] => {
  const named = new Set(more.map(({ deviceId }) => deviceId))
  return [...before.filter(({ deviceId }) => !named.has(deviceId)), ...more]
}

/** The server has answered. What was wished since is wished from where the device hangs now. */
export const settled = (pending: Pending, answer: Assigned): Pending => {
  const wants = new Map(pending.sending?.entries.map(({ deviceId, want }) => [deviceId, want]))
  const places = placesByDevice(answer.places)
  return {
    entries: pending.entries.map((entry) =>
      wants.has(entry.deviceId) ? { ...entry, seen: seenOf(places, entry.deviceId) } : entry,
    ),
    sending: null,
    clashes: withClashes(
      pending.clashes,
      answer.conflicts.map((one) => ({ ...one, want: wants.get(one.deviceId) ?? nowhere })),
    ),
  }
}

type Alive = { devices: ReadonlySet<string>; strings: ReadonlySet<string>; areas: ReadonlySet<string> }

/**
 * The server has refused the whole call: what it named and is gone is listed, the rest goes out again under another
 * key. With nothing gone `stuck` says that the same would be refused again.
 */
export const refused = (pending: Pending, alive: Alive): { pending: Pending; stuck: boolean } => {
  if (!pending.sending) return { pending, stuck: false }
  const isGone = ({ deviceId, want }: Entry): boolean =>
    !alive.devices.has(deviceId) ||
    (want.stringId !== null && !alive.strings.has(want.stringId)) ||
    (want.areaId !== null && !alive.areas.has(want.areaId))
  const gone = pending.sending.entries.filter(isGone)
  const later = new Set(pending.entries.map(({ deviceId }) => deviceId))
  const left = pending.sending.entries.filter((one) => !isGone(one) && !later.has(one.deviceId))
  return {
    pending: {
      entries: [...left, ...pending.entries],
      sending: null,
      clashes: withClashes(
        pending.clashes,
        gone.map(({ deviceId, want }) => ({
          deviceId,
          code: 'gone',
          want,
          by: null,
          byPerson: null,
          at: null,
        })),
      ),
    },
    stuck: gone.length === 0,
  }
}

/** The others' change is kept: the wish is let go. */
export const letGo = (pending: Pending, deviceIds: readonly string[]): Pending => {
  const named = new Set(deviceIds)
  return { ...pending, clashes: pending.clashes.filter(({ deviceId }) => !named.has(deviceId)) }
}

/** The person's own wish is carried out: who is in the way makes room and comes nowhere in that respect. */
export const insist = (clash: Clash, hang: (deviceId: string) => Hang): Change[] => [
  ...(clash.by !== null && clash.by !== clash.deviceId
    ? [
        {
          deviceId: clash.by,
          want: {
            ...hang(clash.by),
            ...(clash.code === 'spot_taken'
              ? { areaId: null, row: null, col: null }
              : { stringId: null, position: null }),
          },
        },
      ]
    : []),
  { deviceId: clash.deviceId, want: clash.want },
]
