import type { Cell, Change, Hang, MemberKind, Site } from './site.ts'
import { samePlace } from '#domain/devices/place-fields.ts'

/** What a person does, as changes of where devices hang. Those that change nothing are left out. */
const real = (site: Site, changes: readonly Change[]): Change[] =>
  changes.filter(({ deviceId, want }) => !samePlace(site.hang(deviceId), want))

const positionOf = ({ stringId, position }: Hang) => ({ stringId, position })
const spotOf = ({ areaId, row, col }: Hang) => ({ areaId, row, col })

/** Into a position of a string. Who is there changes places with it, or comes into no string. */
export const moveToPosition = (
  site: Site,
  deviceId: string,
  stringId: string,
  position: number,
): Change[] => {
  const member = site.member(deviceId)
  if (!member) return []
  const from = site.hang(deviceId)
  const there = site.atPosition(member.kind, stringId, position)
  return real(site, [
    { deviceId, want: { ...from, stringId, position } },
    ...(there !== null && there !== deviceId
      ? [{ deviceId: there, want: { ...site.hang(there), ...positionOf(from) } }]
      : []),
  ])
}

/** Into a cell of an area. Who is there changes places with it, or loses its spot. */
export const moveToSpot = (site: Site, deviceId: string, areaId: string, { row, col }: Cell): Change[] => {
  const member = site.member(deviceId)
  if (!member) return []
  const from = site.hang(deviceId)
  const there = site.atSpot(member.kind, areaId, row, col)
  return real(site, [
    { deviceId, want: { ...from, areaId, row, col } },
    ...(there !== null && there !== deviceId
      ? [{ deviceId: there, want: { ...site.hang(there), ...spotOf(from) } }]
      : []),
  ])
}

/** One device each into these positions, in their order; what is left of either stays as it is. */
export const fillPositions = (
  site: Site,
  deviceIds: readonly string[],
  stringId: string,
  positions: readonly number[],
): Change[] =>
  real(
    site,
    deviceIds.slice(0, positions.length).map((deviceId, at) => ({
      deviceId,
      want: { ...site.hang(deviceId), stringId, position: positions[at] ?? null },
    })),
  )

/** One device each into these cells of an area. */
export const fillCells = (
  site: Site,
  deviceIds: readonly string[],
  areaId: string,
  cells: readonly Cell[],
): Change[] =>
  real(
    site,
    deviceIds.slice(0, cells.length).map((deviceId, at) => ({
      deviceId,
      want: {
        ...site.hang(deviceId),
        areaId,
        row: cells[at]?.row ?? null,
        col: cells[at]?.col ?? null,
      },
    })),
  )

/**
 * Moves devices of an area together, by rows and columns. Null when one of them would leave the area or meet a device
 * that does not move along.
 */
export const shift = (
  site: Site,
  deviceIds: readonly string[],
  area: { id: string; rows: number; cols: number },
  by: { rows: number; cols: number },
): Change[] | null => {
  const moving = new Set(deviceIds)
  const changes: Change[] = []
  for (const deviceId of moving) {
    const member = site.member(deviceId)
    const from = site.hang(deviceId)
    if (!member || from.areaId !== area.id || from.row === null || from.col === null) continue
    const [row, col] = [from.row + by.rows, from.col + by.cols]
    if (row < 1 || col < 1 || row > area.rows || col > area.cols) return null
    const there = site.atSpot(member.kind, area.id, row, col)
    if (there !== null && !moving.has(there)) return null
    changes.push({ deviceId, want: { ...from, row, col } })
  }
  return real(site, changes)
}

/** Out of the string, or out of the layout; the other of the two stays. */
export const takeOut = (site: Site, deviceIds: readonly string[], of: 'string' | 'area'): Change[] =>
  real(
    site,
    deviceIds.map((deviceId) => ({
      deviceId,
      want: {
        ...site.hang(deviceId),
        ...(of === 'string' ? { stringId: null, position: null } : { areaId: null, row: null, col: null }),
      },
    })),
  )

/** How many modules hang on each, and what they are rated at together, W. */
export const setModules = (
  site: Site,
  deviceIds: readonly string[],
  { modules, moduleW }: Pick<Hang, 'modules' | 'moduleW'>,
): Change[] =>
  real(
    site,
    deviceIds.map((deviceId) => ({ deviceId, want: { ...site.hang(deviceId), modules, moduleW } })),
  )

/**
 * Whom a copied row is filled with: what hangs in the same strings as the row, behind its last device, and has no spot
 * yet; then the rest of those strings in their order.
 */
export const nextForRow = (site: Site, rowIds: readonly string[], kind: MemberKind): string[] => {
  const strings = [...new Set(rowIds.flatMap((id) => site.hang(id).stringId ?? []))]
  return strings.flatMap((stringId) => {
    const members = site.inString(stringId, kind).map(({ id }) => id)
    const last = Math.max(-1, ...rowIds.map((id) => members.indexOf(id)))
    return [...members.slice(last + 1), ...members.slice(0, Math.max(0, last))].filter(
      (id) => site.hang(id).areaId === null,
    )
  })
}
