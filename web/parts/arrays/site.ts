import { hangsInString, type StringKind } from '#domain/devices/kinds.ts'
import type { PlaceFields } from '#domain/devices/place-fields.ts'
import { nowhere } from '#domain/devices/place-fields.ts'
import type { Answer } from '../../app/data/call-types.ts'

/** What a station's array is made of, with what this person has changed and the server does not have yet. */
export type ArrayAnswer = Answer<'GET /api/stations/{stationId}/array'>
export type StringRow = ArrayAnswer['strings'][number]
export type AreaRow = ArrayAnswer['areas'][number]
export type PlaceRow = ArrayAnswer['places'][number]
export type DeviceRow = Answer<'GET /api/stations/{stationId}/devices'>['devices'][number]
/** The kinds that hang in strings. Each has positions and spots of its own: both sit behind the same module. */
export type MemberKind = StringKind

/** Where a device hangs; null = nowhere in that respect. */
export type Hang = PlaceFields
export type Change = { deviceId: string; want: Hang }
export type Cell = { row: number; col: number }

export const hangOf = (place: Hang): Hang => ({
  stringId: place.stringId,
  position: place.position,
  areaId: place.areaId,
  row: place.row,
  col: place.col,
  modules: place.modules,
  moduleW: place.moduleW,
})

const positionKey = (kind: string, stringId: string | null, position: number | null): string | null =>
  stringId === null || position === null ? null : `${kind} ${stringId} ${position}`
const spotKey = (kind: string, areaId: string | null, row: number | null, col: number | null) =>
  areaId === null || row === null || col === null ? null : `${kind} ${areaId} ${row} ${col}`

export type Member = DeviceRow & { kind: MemberKind }
export const isMember = (device: DeviceRow): device is Member => hangsInString(device.kind)

export type Site = {
  members: readonly Member[]
  member: (deviceId: string) => Member | undefined
  hang: (deviceId: string) => Hang
  atPosition: (kind: MemberKind, stringId: string, position: number) => string | null
  atSpot: (kind: MemberKind, areaId: string, row: number, col: number) => string | null
  /** In the order of their positions; those without one come last. */
  inString: (stringId: string, kind?: MemberKind) => readonly Member[]
  inArea: (areaId: string, kind?: MemberKind) => readonly Member[]
  strings: readonly StringRow[]
  areas: readonly AreaRow[]
}

const serials = new Intl.Collator('en', { numeric: true })
export const bySerial = (a: { sn: string }, b: { sn: string }): number => serials.compare(a.sn, b.sn)

/** `changed`: where this person has put devices since; it counts before what the server says. */
export const siteOf = (
  { strings, areas, places }: Pick<ArrayAnswer, 'strings' | 'areas' | 'places'>,
  devices: readonly DeviceRow[],
  changed: ReadonlyMap<string, Hang>,
): Site => {
  const members = devices.filter(isMember)
  const byId = new Map(members.map((one) => [one.id, one]))
  const placed = new Map<string, Hang>()
  for (const place of places) if (place.deviceId !== null) placed.set(place.deviceId, hangOf(place))
  for (const [id, hang] of changed) placed.set(id, hang)
  const slots = new Map<string, string>()
  const strung = new Map<string, Member[]>()
  const laid = new Map<string, Member[]>()
  const into = (map: Map<string, Member[]>, key: string | null, member: Member): void => {
    if (key === null) return
    const list = map.get(key)
    if (list) list.push(member)
    else map.set(key, [member])
  }
  for (const member of members) {
    const at = placed.get(member.id)
    if (!at) continue
    const position = positionKey(member.kind, at.stringId, at.position)
    const spot = spotKey(member.kind, at.areaId, at.row, at.col)
    if (position !== null) slots.set(position, member.id)
    if (spot !== null) slots.set(spot, member.id)
    into(strung, at.stringId, member)
    into(laid, at.areaId, member)
  }
  const hang = (id: string): Hang => placed.get(id) ?? nowhere
  const orderOf = (id: string): number => hang(id).position ?? Infinity
  for (const list of strung.values()) list.sort((a, b) => orderOf(a.id) - orderOf(b.id) || bySerial(a, b))
  const ofKind = (list: readonly Member[] | undefined, kind?: MemberKind): readonly Member[] =>
    kind === undefined ? (list ?? []) : (list ?? []).filter((one) => one.kind === kind)
  return {
    members,
    member: (id) => byId.get(id),
    hang,
    atPosition: (kind, stringId, position) => slots.get(positionKey(kind, stringId, position) ?? '') ?? null,
    atSpot: (kind, areaId, row, col) => slots.get(spotKey(kind, areaId, row, col) ?? '') ?? null,
    inString: (stringId, kind) => ofKind(strung.get(stringId), kind),
    inArea: (areaId, kind) => ofKind(laid.get(areaId), kind),
    strings,
    areas,
  }
}

/** The smallest number from 1 that none of these has. */
export const nextFree = (taken: Iterable<number>): number => {
  const all = new Set(taken)
  let no = 1
  while (all.has(no)) no += 1
  return no
}

/** Free positions of a string from `from` on, `count` of them at most, up to `most`. */
export const freePositions = (
  site: Site,
  kind: MemberKind,
  stringId: string,
  { from, count, most }: { from: number; count: number; most: number },
): number[] => {
  const found: number[] = []
  for (let position = from; position <= most && found.length < count; position += 1)
    if (site.atPosition(kind, stringId, position) === null) found.push(position)
  return found
}

/** The last characters of a serial: what is compared with the label in the hand. */
export const tailOf = (sn: string, length = 4): string => sn.replaceAll('-', '').slice(-length)
