import type { ReadModel } from '#edge/engine/sunspec/walk.ts'
import type { Values } from '#edge/engine/sunspec/decode.ts'
import { definitionOf, readData } from './definitions.ts'
import { chainOf, encodeModel, expected, type RawGroup } from './encode.ts'

type Expected = Record<string, number | string | null>
/** Registers from 40000 on, and what each model has to say: of itself and of its groups. */
export type Capture = {
  file: string
  words: number[]
  models: { id: number; says: Expected; groups: Expected[] }[]
}

const madeUp = [
  'sunspec-devices/pysunspec2/device_1547.json',
  'sunspec-devices/pysunspec2/inverter_123.json',
  'sunspec-devices/ha-sunspec/inverter.json',
  'sunspec-devices/ha-sunspec/inverter_secondreading.json',
]
const printed = ['fronius-symo-hybrid-5', 'kostal-plenticore-plus8', 'solaredge-se15k', 'solaredge-se4000h']

/** A file of raw values: what each point of the definition has to say, the scale taken as 0 where the file has none. */
const fromRaw = (file: string): Capture => {
  const { models } = readData(file) as { models: (RawGroup & { ID: number })[] }
  const known = models.flatMap((values) => {
    const definition = definitionOf(values.ID)
    return definition === null ? [] : [{ definition, values, id: values.ID }]
  })
  return {
    file,
    words: chainOf(known.map(({ definition, values, id }) => encodeModel(definition, id, values))),
    models: known.map(({ definition, values, id }) => {
      // Where a file leaves the key of a scale factor out, the origin's own tests take the values as they are.
      const filled: RawGroup = { ...values }
      for (const { name, type } of definition.points)
        if (type === 'sunssf' && !(name in values)) filled[name] = 0
      const [group] = (definition.groups ?? []).filter(({ count }) => count !== undefined)
      const list = group === undefined ? [] : ((values[group.name] as RawGroup[] | undefined) ?? [])
      return {
        id,
        says: Object.fromEntries(
          definition.points
            .filter(({ name, type }) => name !== 'ID' && name !== 'L' && type !== 'sunssf')
            .map((point) => [point.name, expected(point, filled, filled)]),
        ),
        groups: list.map((one) =>
          Object.fromEntries(
            (group?.points ?? []).map((point) => [point.name, expected(point, one, filled)]),
          ),
        ),
      }
    }),
  }
}

/** Printed values after the scale factor, made raw again. */
const fromPrinted = (name: string): Capture => {
  const file = `sunspec-dumps/${name}.json`
  const { model, points } = readData(file) as { model: number; points: Expected }
  const definition = definitionOf(model)
  if (definition === null) throw new Error(`no definition of model ${model}`)
  const raw: RawGroup = {}
  const says: Expected = {}
  for (const { name: point, type, sf } of definition.points) {
    const value = points[point]
    if (value === undefined) continue
    const power = typeof sf === 'string' ? Number(points[sf] ?? 0) : 0
    const number = typeof value === 'string' ? Number(value) : value
    raw[point] = number === null ? null : type === 'float32' ? number : Math.round(number * 10 ** -power)
    says[point] = number
  }
  return {
    file,
    words: chainOf([encodeModel(definition, model, raw)]),
    models: [{ id: model, says, groups: [] }],
  }
}

const plain = (values: Record<string, { value: number | string | null }>): Expected =>
  Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value === '' ? null : value]))

const solarEdge = (): Capture => {
  const file = 'sunspec-dumps/solaredge-se5000h-rws.json'
  const { holding, expected: wanted } = readData(file) as {
    holding: Record<string, number>
    expected: Record<string, Record<string, { value: number | string | null }>>
  }
  return {
    file,
    words: [...Object.values(holding), 0xffff, 0],
    models: Object.entries(wanted).map(([id, says]) => ({ id: Number(id), says: plain(says), groups: [] })),
  }
}

const solarEdgeMeter = (): Capture => {
  const file = 'sunspec-dumps/solaredge-meter-203-part.json'
  const { words, expected: wanted } = readData(file) as {
    words: number[]
    expected: Record<string, { value: number | string | null }>
  }
  const body = [...words, ...Array.from({ length: 105 - words.length }, () => 0x8000)]
  return {
    file,
    words: chainOf([[203, 105, ...body]]),
    models: [{ id: 203, says: plain(wanted), groups: [] }],
  }
}

export const captures = (): Capture[] => [
  ...madeUp.map(fromRaw),
  ...printed.map(fromPrinted),
  solarEdge(),
  solarEdgeMeter(),
]

export type Tally = { points: number; equal: number; null: number; wrong: string[] }

/** Printed values have six digits and more; whole ones are compared as they are. */
const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= Math.abs(b) * 1e-7)

/** Points of `says` against what was read. `null`: the file has a value, and the reader says it is not known. */
const compare = (where: string, says: Expected, read: Values | undefined, tally: Tally): void => {
  for (const [name, value] of Object.entries(says)) {
    if (read === undefined || !(name in read)) continue
    tally.points += 1
    const found = read[name]
    if (same(found, value)) tally.equal += 1
    else if (found === null) tally.null += 1
    else tally.wrong.push(`${where}.${name}: ${found} instead of ${value}`)
  }
}

export const tallyOf = ({ file, models }: Capture, chain: readonly ReadModel[]): Tally => {
  const tally: Tally = { points: 0, equal: 0, null: 0, wrong: [] }
  if (models.map(({ id }) => id).join() !== chain.map(({ id }) => id).join())
    tally.wrong.push(`${file}: models ${chain.map(({ id }) => id).join()}`)
  models.forEach(({ id, says, groups }, index) => {
    const decoded = chain[index]?.decoded
    compare(`${file} ${id}`, says, decoded?.values, tally)
    groups.forEach((group, at) => compare(`${file} ${id}[${at}]`, group, decoded?.groups[at], tally))
  })
  return tally
}
