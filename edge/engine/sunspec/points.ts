/** How SunSpec describes a model of registers: points in a row, and perhaps a group of points that repeats. */

const sizes = {
  int16: 1,
  uint16: 1,
  count: 1,
  acc16: 1,
  enum16: 1,
  bitfield16: 1,
  sunssf: 1,
  pad: 1,
  int32: 2,
  uint32: 2,
  acc32: 2,
  enum32: 2,
  bitfield32: 2,
  float32: 2,
  int64: 4,
  uint64: 4,
  acc64: 4,
  float64: 4,
} as const
export type PointType = keyof typeof sizes | 'string'

export type Point = {
  name: string
  type: PointType
  /** Registers from the beginning of its model (its ID) or of its group. */
  offset: number
  /** Registers. */
  size: number
  /** As SunSpec writes it; null = none. */
  unit: string | null
  /** The power of ten its raw value is multiplied by: a point of the same model, or always the same; null = none. */
  scale: string | number | null
}

export type Model = {
  points: readonly Point[]
  /** Registers before the group, ID and length included. */
  size: number
  /** How often it repeats stands in a point, or follows from the length of the model (null). */
  group: { points: readonly Point[]; size: number; count: string | null } | null
  /** Its numbers of registers after the length may be one less: makers leave its pad out. */
  padMayLack: boolean
  /** Devices follow drafts of it, of other lengths: those are passed over. Any other wrong length is a lie. */
  hasDrafts: boolean
}

const isSized = (type: string): type is keyof typeof sizes => Object.hasOwn(sizes, type)

/** Points of a table, a line each: name, type (`string16`: of 16 registers), unit, scale; `-` = none. */
const pointsOf = (table: string, from: number): { points: Point[]; size: number } => {
  let offset = from
  const points = table
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Point => {
      const [name = '', kind = '', unit = '-', scale = '-'] = line.trim().split(/\s+/)
      const type: PointType = isSized(kind) ? kind : 'string'
      const size = isSized(kind) ? sizes[kind] : Number(kind.slice('string'.length))
      if (!(size > 0)) throw new Error(`No type of a point: ${line}`)
      const point = {
        name,
        type,
        offset,
        size,
        unit: unit === '-' ? null : unit.replaceAll('_', ' '),
        scale: scale === '-' ? null : /^-?\d+$/.test(scale) ? Number(scale) : scale,
      }
      offset += size
      return point
    })
  return { points, size: offset - from }
}

/** The model of a table; ID and length, which each begins with, are left out there. */
export const model = (
  table: string,
  more: {
    group?: { table: string; count: string | null }
    padMayLack?: boolean
    hasDrafts?: boolean
  } = {},
): Model => {
  const { points, size } = pointsOf(table, 2)
  const group = more.group === undefined ? null : pointsOf(more.group.table, 0)
  return {
    points,
    size: size + 2,
    group: group === null ? null : { ...group, count: more.group?.count ?? null },
    padMayLack: more.padMayLack === true,
    hasDrafts: more.hasDrafts === true,
  }
}
