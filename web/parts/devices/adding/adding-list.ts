import { hangsInString } from '#domain/devices/kinds.ts'
import { DEVICES_AT_ONCE, POSITION_MAX } from '#domain/devices/limits.ts'
import { isSubDeviceSerial, normaliseSerial, serialKey } from '#domain/devices/fields.ts'
import type { AddingDraft, AddingRow, StationDevice, Target } from './adding-draft.ts'

/** What is known of the station, which grows while other phones add to it too. */
export type Known = {
  byKey: ReadonlyMap<string, StationDevice>
  taken: ReadonlyMap<string, StationDevice>
}

type Place = Pick<Target, 'kind' | 'parentId' | 'stringNo'>
const placeKey = ({ kind, parentId, stringNo }: Place, position: number): string =>
  `${kind} ${parentId} ${stringNo} ${position}`

export const knownOf = (devices: readonly StationDevice[]): Known => {
  const taken = new Map<string, StationDevice>()
  for (const one of devices)
    if (one.kind !== 'gateway' && one.stringNo !== null && one.position !== null)
      taken.set(placeKey({ ...one, kind: one.kind }, one.position), one)
  return { byKey: new Map(devices.map((one) => [serialKey(one.sn), one])), taken }
}

const hasPosition = ({ kind, stringNo }: Pick<Target, 'kind' | 'stringNo'>): boolean =>
  hangsInString(kind) && stringNo !== null

/** The first free position from `from` on; null when the devices of the target have none. */
export const freePosition = (
  target: Target,
  rows: readonly AddingRow[],
  { taken }: Known,
  from = target.position,
): number | null => {
  if (!hasPosition(target)) return null
  const used = new Set(rows.flatMap((row) => (row.position === null ? [] : [placeKey(row, row.position)])))
  for (let position = Math.max(1, from); position <= POSITION_MAX; position += 1) {
    const key = placeKey(target, position)
    if (!used.has(key) && !taken.has(key)) return position
  }
  return null
}

export type RowState =
  | 'ok'
  /** Right here; the server has not been asked yet. */
  | 'unchecked'
  | 'sn_format'
  | 'sn_repeat'
  /** The same serial is in this station already. */
  | 'in_station'
  /** The same serial stands further up on this list. */
  | 'on_list'
  | 'position_taken'
  | 'wrong_state'
  /** The station, or the gateway, holds no more devices. */
  | 'devices_full'

/** How each row stands; what is wrong here is said before what the server said earlier. */
export const rowStates = (rows: readonly AddingRow[], known: Known): Map<string, RowState> => {
  const first = new Map<string, string>()
  const firstAt = new Map<string, string>()
  const stateOf = (row: AddingRow): RowState => {
    const key = serialKey(row.sn)
    if (!isSubDeviceSerial(row.sn)) return 'sn_format'
    if (first.get(key) !== row.id) return 'on_list'
    const there = known.byKey.get(key)
    // A row whose save went through, though its answer was lost, is itself what is there.
    // One that only a gateway speaks of so far is confirmed by being added.
    if (there?.confirmed && there.id !== row.id) return 'in_station'
    if (row.position !== null && hasPosition(row)) {
      const place = placeKey(row, row.position)
      const holder = known.taken.get(place)
      if ((holder && holder.id !== row.id && holder !== there) || firstAt.get(place) !== row.id)
        return 'position_taken'
    }
    if (row.checked === 'sn_repeat' || row.refused === 'sn_repeat') return 'sn_repeat'
    if (row.checked === 'sn_format' || row.refused === 'sn_format') return 'sn_format'
    if (row.refused === 'wrong_state' || row.refused === 'devices_full') return row.refused
    return row.checked === 'ok' ? 'ok' : 'unchecked'
  }
  for (const row of rows) {
    const key = serialKey(row.sn)
    if (!first.has(key)) first.set(key, row.id)
    if (row.position !== null) {
      const place = placeKey(row, row.position)
      if (!firstAt.has(place)) firstAt.set(place, row.id)
    }
  }
  return new Map(rows.map((row) => [row.id, stateOf(row)]))
}

export const canBeSaved = (state: RowState | undefined): boolean => state === 'ok' || state === 'unchecked'

/** What became of a serial that was scanned, typed or pasted. */
export type Taken = {
  sn: string
  result: 'taken' | 'on_list' | 'in_station' | 'wrong' | 'full'
  rowId: string | null
}
type Coming = { sn: string; changes?: Partial<AddingRow> }

/**
 * Puts serials on the list, each at the next free position of the target. What is there already is not taken again, nor
 * (unless `keepWrong`) what is no serial.
 */
export const takeSerials = (
  draft: AddingDraft,
  coming: readonly Coming[],
  known: Known,
  { newId, keepWrong = false }: { newId: () => string; keepWrong?: boolean },
): { draft: AddingDraft; taken: Taken[] } => {
  const rows = [...draft.rows]
  const keys = new Map(rows.map((row) => [serialKey(row.sn), row.id]))
  let target = draft.target
  const takeOne = ({ sn: written, changes = {} }: Coming): Taken => {
    const sn = normaliseSerial(written).slice(0, 64)
    const key = serialKey(sn)
    const onList = keys.get(key)
    if (onList !== undefined) return { sn, result: 'on_list', rowId: onList }
    const there = known.byKey.get(key)
    if (there?.confirmed) return { sn, result: 'in_station', rowId: null }
    const right = isSubDeviceSerial(sn)
    if (!right && !keepWrong) return { sn, result: 'wrong', rowId: null }
    if (rows.length >= DEVICES_AT_ONCE) return { sn, result: 'full', rowId: null }
    const { position: _, ...where } = target
    // What a gateway has found it knows the kind of.
    const found = there && there.kind !== 'gateway' ? { kind: there.kind } : {}
    const place = { ...target, ...changes, ...found }
    if (!hangsInString(place.kind)) place.parentId = null
    if (place.parentId === null) place.stringNo = null
    const free = freePosition({ ...place, position: target.position }, rows, known)
    const position = place.stringNo === null ? null : (changes.position ?? free)
    const row: AddingRow = {
      ...where,
      name: '',
      ...changes,
      kind: place.kind,
      parentId: place.parentId,
      stringNo: place.stringNo,
      id: newId(),
      sn,
      position,
      checked: null,
      refused: null,
    }
    rows.push(row)
    keys.set(key, row.id)
    if (changes.position === undefined && position !== null) target = { ...target, position: position + 1 }
    return { sn, result: right ? 'taken' : 'wrong', rowId: row.id }
  }
  const taken = coming.map(takeOne)
  return { draft: { ...draft, target, rows }, taken }
}

/** Off the list; the position it had is the next one's again. */
export const withoutRow = (draft: AddingDraft, rowId: string): AddingDraft => {
  const row = draft.rows.find(({ id }) => id === rowId)
  if (!row) return draft
  const { target } = draft
  const freed =
    row.position !== null &&
    row.kind === target.kind &&
    row.parentId === target.parentId &&
    row.stringNo === target.stringNo &&
    row.position < target.position
  return {
    ...draft,
    rows: draft.rows.filter(({ id }) => id !== rowId),
    target: freed ? { ...target, position: row.position ?? target.position } : target,
  }
}

/** Off the list, and the place of the next one stays where it is. */
export const withoutRows = (draft: AddingDraft, gone: readonly Pick<AddingRow, 'id'>[]): AddingDraft => ({
  ...draft,
  rows: draft.rows.filter(({ id }) => !gone.some((one) => one.id === id)),
})

/** Another serial or place for a row: what was said of it before no longer holds. */
export const withRow = (draft: AddingDraft, rowId: string, change: Partial<AddingRow>): AddingDraft => ({
  ...draft,
  rows: draft.rows.map((row) => {
    if (row.id !== rowId) return row
    const next = { ...row, ...change, refused: null }
    return serialKey(next.sn) === serialKey(row.sn) ? next : { ...next, checked: null }
  }),
})

type Check = { sn: string; code: 'sn_format' | 'sn_repeat' | null }

export const withChecks = (draft: AddingDraft, checks: readonly Check[]): AddingDraft => {
  const said = new Map(checks.map(({ sn, code }) => [serialKey(sn), code ?? ('ok' as const)]))
  return {
    ...draft,
    rows: draft.rows.map((row) => {
      const checked = said.get(serialKey(row.sn))
      return checked === undefined ? row : { ...row, checked }
    }),
  }
}

type Refused = { id: string; code: NonNullable<AddingRow['refused']> }

/** After saving: what was added is off the list, what was refused stays with its reason. */
export const withoutSaved = (
  draft: AddingDraft,
  { added, refused }: { added: readonly { id: string; sn: string }[]; refused: readonly Refused[] },
): AddingDraft => {
  // A device that a gateway had found keeps its own id.
  const gone = new Set(added.flatMap(({ id, sn }) => [id, serialKey(sn)]))
  const codes = new Map(refused.map(({ id, code }) => [id, code]))
  return {
    ...draft,
    attempt: null,
    rows: draft.rows
      .filter(({ id, sn }) => !gone.has(id) && !gone.has(serialKey(sn)))
      .map((row) => ({ ...row, refused: codes.get(row.id) ?? row.refused })),
  }
}
