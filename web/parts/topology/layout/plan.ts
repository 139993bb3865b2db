/** Where the modules of a station lie on a plan. Lengths are module widths; x to the right, y down. */
import type { Answer } from '../../../app/data/call-types.ts'

export type ArrayData = Answer<'GET /api/stations/{stationId}/array'>
export type Place = ArrayData['places'][number]
type Area = ArrayData['areas'][number]

/** What is drawn as a module: an optimizer, or a shutdown device that has none beside it. */
export type Cell = {
  place: Place
  x: number
  y: number
  w: number
  h: number
  /** At least 1; values are divided by it, so that a 1-to-2 is not taken for a strong or weak one. */
  modules: number
  /** The shutdown device of this module, drawn as a small mark. */
  mark: Place | null
}
/** A field or a string with its name, over its modules. */
export type Block = { key: string; label: string; x: number; y: number; w: number; h: number }
export type Plan = {
  cells: readonly Cell[]
  blocks: readonly Block[]
  width: number
  height: number
  automatic: boolean
}

/** Words and facts that a plan cannot make up itself. */
export type PlanNames = {
  string: (string: ArrayData['strings'][number]) => string
  area: (area: Area, no: number) => string
  /** Modules without a string. */
  rest: string
  /** Modules that a device is known to have by its model. */
  modulesOf: (deviceId: string | null) => number
}

/** Height of a module that stands upright, in its widths (1134 x 1762 mm and the like). */
const TALL = 1.55
/** Over a block, for its name; between blocks. */
const HEAD = 0.8
const APART = 0.9
/** A string longer than this goes on in the next row. */
const ROW_MAX = 30

const spot = (areaId: string, row: number, col: number): string => `${areaId} ${row} ${col}`
const position = (place: Place): string => `${place.stringId} ${place.position}`

/** Shutdown devices by the module they belong to: the same spot, or the same position of the same string. */
const marksOf = (places: readonly Place[]): { modules: Place[]; marks: Map<string, Place> } => {
  const optimizers = places.filter(({ kind }) => kind === 'optimizer')
  const at = new Map<string, Place>()
  for (const one of optimizers) {
    if (one.areaId !== null && one.row !== null && one.col !== null)
      at.set(spot(one.areaId, one.row, one.col), one)
    if (one.stringId !== null && one.position !== null) at.set(position(one), one)
  }
  const marks = new Map<string, Place>()
  const alone = places.filter((one) => {
    if (one.kind !== 'shutdown') return false
    const module =
      (one.areaId !== null && one.row !== null && one.col !== null
        ? at.get(spot(one.areaId, one.row, one.col))
        : undefined) ?? (one.stringId !== null && one.position !== null ? at.get(position(one)) : undefined)
    if (!module || marks.has(module.id)) return true
    marks.set(module.id, one)
    return false
  })
  return { modules: [...optimizers, ...alone], marks }
}

type Make = (place: Place, x: number, y: number, w: number, h: number) => Cell

const areaBlocks = (data: ArrayData, modules: readonly Place[], make: Make, names: PlanNames) => {
  const cells: Cell[] = []
  const taken = new Set(
    modules.flatMap(({ areaId, row, col }) =>
      areaId !== null && row !== null && col !== null ? [spot(areaId, row, col)] : [],
    ),
  )
  const areas = new Map(data.areas.map((area) => [area.id, area]))
  for (const place of modules) {
    const area = areas.get(place.areaId ?? '')
    if (!area || place.row === null || place.col === null) continue
    const [w, h] = area.portrait ? [1, TALL] : [TALL, 1]
    const count = Math.max(place.modules, names.modulesOf(place.deviceId))
    // The further modules of an optimizer lie to its right, where nothing else is said to lie.
    let wide = 1
    while (
      wide < count &&
      place.col + wide <= area.cols &&
      !taken.has(spot(area.id, place.row, place.col + wide))
    )
      wide += 1
    cells.push(make(place, area.x + (place.col - 1) * w, area.y + (place.row - 1) * h, wide * w, h))
  }
  const blocks = data.areas.map((area, no): Block => {
    const [w, h] = area.portrait ? [1, TALL] : [TALL, 1]
    return {
      key: area.id,
      label: names.area(area, no),
      x: area.x,
      y: area.y,
      w: area.cols * w,
      h: area.rows * h,
    }
  })
  return { cells, blocks }
}

type Group = { key: string; label: string; members: Place[] }

/** Strings as rows in position order, those without a position last. */
const stringGroups = (data: ArrayData, modules: readonly Place[], names: PlanNames): Group[] => {
  const byString = new Map<string | null, Place[]>()
  for (const one of modules) {
    const group = byString.get(one.stringId)
    if (group) group.push(one)
    else byString.set(one.stringId, [one])
  }
  const sorted = (members: Place[]): Place[] =>
    members.sort((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity))
  const groups = data.strings.flatMap((string): Group[] => {
    const members = byString.get(string.id)
    byString.delete(string.id)
    return members ? [{ key: string.id, label: names.string(string), members: sorted(members) }] : []
  })
  const rest = [...byString.values()].flat()
  return rest.length === 0 ? groups : [...groups, { key: 'rest', label: names.rest, members: rest }]
}

/** Rows in one column or several, so that the whole is about as wide as it is high. */
const flow = (groups: readonly Group[], make: Make, from: number) => {
  const longest = Math.min(ROW_MAX, Math.max(1, ...groups.map(({ members }) => members.length)))
  const highOf = ({ members }: Group): number =>
    HEAD + Math.ceil(members.length / ROW_MAX) * TALL + APART * 0.35
  const whole = groups.reduce((sum, group) => sum + highOf(group), 0)
  const shape = (columns: number): number =>
    Math.abs(Math.log((columns * (longest + APART)) / (whole / columns) / 0.9))
  const columns = [1, 2, 3, 4, 5, 6, 8].reduce((best, one) => (shape(one) < shape(best) ? one : best), 1)
  const cells: Cell[] = []
  const blocks: Block[] = []
  let [column, y] = [0, from]
  for (const group of groups) {
    const high = highOf(group)
    if (y > from && y - from + high / 2 > whole / columns && column < columns - 1)
      [column, y] = [column + 1, from]
    const x = column * (longest + APART)
    const rows = Math.ceil(group.members.length / ROW_MAX)
    blocks.push({ key: group.key, label: group.label, x, y: y + HEAD, w: longest, h: rows * TALL })
    for (const [n, place] of group.members.entries())
      cells.push(make(place, x + (n % ROW_MAX), y + HEAD + Math.floor(n / ROW_MAX) * TALL, 1, TALL))
    y += high
  }
  return { cells, blocks }
}

/**
 * The plan of an array: its areas where they were put, and below them, or alone while there are none, the modules that
 * have no spot yet, a row a string.
 */
export const planOf = (data: ArrayData, names: PlanNames): Plan => {
  const { modules, marks } = marksOf(data.places)
  const make: Make = (place, x, y, w, h) => ({
    place,
    x,
    y,
    w,
    h,
    modules: Math.max(1, place.modules, names.modulesOf(place.deviceId)),
    mark: marks.get(place.id) ?? null,
  })
  const known = new Set(data.areas.map(({ id }) => id))
  const placed = ({ areaId, row, col }: Place): boolean =>
    areaId !== null && known.has(areaId) && row !== null && col !== null
  const inAreas = modules.filter(placed)
  const drawn = inAreas.length > 0 ? areaBlocks(data, inAreas, make, names) : { cells: [], blocks: [] }
  const loose = stringGroups(
    data,
    modules.filter((one) => !placed(one)),
    names,
  )
  const bottom = Math.max(0, ...drawn.blocks.map(({ y, h }) => y + h))
  const flowed = flow(loose, make, drawn.cells.length > 0 && loose.length > 0 ? bottom + APART : 0)
  const cells = [...drawn.cells, ...flowed.cells]
  const blocks = [...drawn.blocks, ...flowed.blocks]
  // Areas may begin anywhere; the plan begins at its first name.
  const x0 = blocks.length === 0 ? 0 : Math.min(...blocks.map(({ x }) => x))
  const y0 = blocks.length === 0 ? 0 : Math.min(...blocks.map(({ y }) => y)) - HEAD
  const moved = <T extends { x: number; y: number }>(one: T): T => ({ ...one, x: one.x - x0, y: one.y - y0 })
  return {
    cells: cells.map(moved),
    blocks: blocks.map(moved),
    width: Math.max(1, ...blocks.map(({ x, w }) => x + w - x0)),
    height: Math.max(1, ...blocks.map(({ y, h }) => y + h - y0)),
    automatic: drawn.cells.length === 0,
  }
}

/** The module under a point of the plan, or nearest within `reach`. */
export const cellAt = (cells: readonly Cell[], x: number, y: number, reach: number): Cell | null => {
  let best: Cell | null = null
  let least = reach
  for (const cell of cells) {
    const dx = Math.max(cell.x - x, 0, x - cell.x - cell.w)
    const dy = Math.max(cell.y - y, 0, y - cell.y - cell.h)
    const far = Math.hypot(dx, dy)
    if (far === 0) return cell
    if (far < least) [best, least] = [cell, far]
  }
  return best
}
