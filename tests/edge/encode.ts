import type { GroupDefinition, PointDefinition } from './definitions.ts'

/**
 * An encoder of SunSpec chains that shares nothing with the edge: it follows the Alliance's own definitions, writes
 * bytes into a buffer, and knows each "not implemented" by itself.
 */
export type Raw = number | bigint | string | null
export type RawGroup = { [name: string]: Raw | RawGroup | RawGroup[] | undefined }

const absent: Record<string, string> = {
  int16: '8000',
  uint16: 'ffff',
  count: 'ffff',
  enum16: 'ffff',
  bitfield16: 'ffff',
  sunssf: '8000',
  pad: '8000',
  acc16: '0000',
  int32: '80000000',
  uint32: 'ffffffff',
  enum32: 'ffffffff',
  bitfield32: 'ffffffff',
  acc32: '00000000',
  float32: '7fc00000',
  int64: '8000000000000000',
  uint64: 'ffffffffffffffff',
  acc64: '0000000000000000',
  float64: '7ff8000000000000',
}

/** The registers of a type that mean "not implemented", as hex; undefined = it has none. */
export const absentWords = (type: string): string | undefined => absent[type]

const encodePoint = ({ type, size, name }: PointDefinition, value: Raw | undefined): Buffer => {
  const bytes = Buffer.alloc(size * 2)
  if (value === null || value === undefined)
    return type in absent ? Buffer.from(absent[type] ?? '', 'hex') : bytes
  if (type === 'string') {
    bytes.write(String(value), 'utf8')
    return bytes
  }
  if (type === 'float32') bytes.writeFloatBE(Number(value))
  else if (type === 'float64') bytes.writeDoubleBE(Number(value))
  else {
    const whole = BigInt.asUintN(size * 16, BigInt(value))
    if (BigInt(value) >= 1n << BigInt(size * 16)) throw new Error(`${name} does not hold ${value}`)
    bytes.write(whole.toString(16).padStart(size * 4, '0'), 'hex')
  }
  return bytes
}

const isGroups = (value: unknown): value is RawGroup[] => Array.isArray(value)
const isGroup = (value: unknown): value is RawGroup =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRaw = (value: unknown): value is Raw =>
  value === null || ['number', 'bigint', 'string'].includes(typeof value)

const encodeGroup = (definition: GroupDefinition, values: RawGroup): Buffer => {
  const points = definition.points.map((point) => {
    const value = values[point.name]
    return encodePoint(point, isRaw(value) ? value : null)
  })
  const groups = (definition.groups ?? []).flatMap((group) => {
    const given = values[group.name]
    if (group.count === undefined) return [encodeGroup(group, isGroup(given) ? given : {})]
    const counted = typeof group.count === 'string' ? values[group.count] : undefined
    const list = isGroups(given) ? given : []
    const times = typeof counted === 'number' ? counted : list.length
    return Array.from({ length: times }, (_, index) => encodeGroup(group, list[index] ?? {}))
  })
  return Buffer.concat([...points, ...groups])
}

const words = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2))

/** The registers of a model, ID and length included. `short`: without the last one, as makers leave the pad of model 1 out. */
export const encodeModel = (
  definition: GroupDefinition,
  id: number,
  values: RawGroup,
  short = false,
): number[] => {
  const all = words(encodeGroup(definition, { ...values, ID: id, L: 0 }))
  const used = short ? all.slice(0, -1) : all
  used[1] = used.length - 2
  return used
}

/** "SunS", the models, the end. */
export const chainOf = (models: readonly (readonly number[])[]): number[] => [
  0x5375,
  0x6e53,
  ...models.flat(),
  0xffff,
  0,
]

const scaleOf = (own: RawGroup, top: RawGroup, sf: string | number): Raw => {
  if (typeof sf === 'number') return sf
  const value = own[sf] ?? top[sf]
  return isRaw(value) ? value : null
}

/** What a reader has to make of a raw value; without a scale factor, nothing. */
export const expected = (point: PointDefinition, own: RawGroup, top: RawGroup): number | string | null => {
  const given = own[point.name]
  const raw = isRaw(given) ? given : null
  if (raw === null || point.type === 'pad') return null
  if (point.type === 'string') return raw === '' ? null : String(raw)
  if (point.type.startsWith('acc') && Number(raw) === 0) return null
  if (point.type === 'float32') return Math.fround(Number(raw))
  if (point.sf === undefined) return Number(raw)
  const power = scaleOf(own, top, point.sf)
  return power === null ? null : Number(`${raw}e${power}`)
}
