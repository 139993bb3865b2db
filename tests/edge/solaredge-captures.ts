import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Capture } from './captures.ts'
import type { Point } from './compared.ts'
import { data, definitionOf, readData, type PointDefinition } from './definitions.ts'
import { encodeModel, expected, absentWords, type RawGroup } from './encode.ts'

/**
 * Registers of inverters of SolarEdge, of which most files hold some: what lies between is served as "not implemented".
 * The chain follows from the identities of models in them: model 1 and an inverter, and meters with a model 1 each.
 */
type Registers = Readonly<Record<number, number>>
const COMMON = { id: 1, length: 65 }
const METER = { id: 203, length: 105 }
/** Where models begin; the identity of those of meters stands in the files that have some. */
const INVERTER_AT = 40_069
const meters = [40_188, 40_362, 40_536]
const FIRST = 40_002
/** The first battery, and its registers of numbers, low word first. */
const BATTERY = 57_600
const numbers = {
  66: 'RatedEnergy',
  108: 't',
  112: 'u_in',
  114: 'Current',
  116: 'p',
  126: 'FullEnergy',
  128: 'Energy',
  130: 'Health',
  132: 'soc',
} as const
const STATUS = BATTERY + 134

const rawOf = ({ type, size }: PointDefinition, words: readonly number[]): number | string | null => {
  const bytes = Buffer.from(words.flatMap((word) => [word >> 8, word & 0xff]))
  if (type === 'string') return bytes.toString('latin1').replaceAll('\0', ' ').trim()
  if (absentWords(type) === bytes.toString('hex')) return null
  const bits = BigInt(`0x${bytes.toString('hex')}`)
  return Number(/^(int|sunssf)/.test(type) ? BigInt.asIntN(size * 16, bits) : bits)
}

const modelAt = (registers: Registers, at: number, { id, length }: { id: number; length: number }) => {
  const definition = definitionOf(id)
  if (definition === null) throw new Error(`no definition of model ${id}`)
  const raw: RawGroup = {}
  const known: PointDefinition[] = []
  let offset = 0
  for (const point of definition.points) {
    const places = Array.from({ length: point.size }, (_, index) => registers[at + offset + index])
    offset += point.size
    if (!places.every((word) => word !== undefined) || point.name === 'ID' || point.name === 'L') continue
    known.push(point)
    raw[point.name] = rawOf(point, places)
  }
  const empty = encodeModel(definition, id, {}, id === COMMON.id)
  if (empty.length !== length + 2) throw new Error(`model ${id} has ${empty.length - 2} registers`)
  return {
    words: empty.map((word, index) => registers[at + index] ?? word),
    model: {
      id,
      says: Object.fromEntries(
        known.filter(({ type }) => type !== 'sunssf').map((point) => [point.name, expected(point, raw, raw)]),
      ),
      groups: [],
    },
  }
}

const float = (registers: Registers, at: number): number | null => {
  const [low, high] = [registers[at], registers[at + 1]]
  if (low === undefined || high === undefined) return null
  const view = new DataView(new ArrayBuffer(4))
  view.setUint16(0, high)
  view.setUint16(2, low)
  return view.getFloat32(0)
}

export type SolarEdgeCapture = Capture & {
  /** What is served, by the first address. */
  blocks: Record<string, number[]>
  /** What its battery and the registers beside the chain say. */
  beside: (battery: { m: Record<string, unknown>; raw: Record<string, unknown> } | undefined) => Point[]
}

const capture = (file: string): SolarEdgeCapture => {
  const { holding } = readData(file) as { holding: Registers }
  const models = [
    modelAt(holding, FIRST, COMMON),
    modelAt(holding, INVERTER_AT, { id: holding[INVERTER_AT] ?? 0, length: 50 }),
    ...meters
      .filter((at) => holding[at] === METER.id)
      .flatMap((at) => [modelAt(holding, at - COMMON.length - 2, COMMON), modelAt(holding, at, METER)]),
  ]
  const words = [0x5375, 0x6e53, ...models.flatMap((one) => one.words), 0xffff, 0]
  const end = 40_000 + words.length
  const hasBattery = holding[BATTERY + 66] !== undefined
  const battery = Array.from(
    { length: 138 },
    (_, index) => holding[BATTERY + index] ?? (index < 64 ? 0 : 0xffff),
  )
  const beside = Object.keys(holding)
    .map(Number)
    .filter((at) => at >= end && (at < BATTERY || at > STATUS + 1))
  return {
    file,
    words,
    models: models.map((one) => one.model),
    blocks: { 40000: words, ...(hasBattery ? { [BATTERY]: battery } : {}) },
    beside: (found) => [
      ...beside.map((at) => ({ name: `${at}`, left: 'a setting of its limits and of its storage' })),
      ...(hasBattery
        ? [
            ...Object.entries(numbers).map(([offset, name]) => {
              const says = float(holding, BATTERY + Number(offset))
              return {
                name,
                // Charging is above 0 there, discharging on the wire.
                says: name === 'p' && says !== null ? 0 - says : says,
                found: found?.m[name] ?? found?.raw[name],
              }
            }),
            { name: 'Status', says: holding[STATUS] ?? null, found: found?.raw['Status'] },
          ]
        : []),
    ],
  }
}

export const solarEdgeCaptures = (): SolarEdgeCapture[] => {
  const folder = 'solaredge-registers'
  return [
    `${folder}/se17k_3phase.json`,
    ...readdirSync(join(data, folder, 'community')).map((file) => `${folder}/community/${file}`),
  ].map(capture)
}
