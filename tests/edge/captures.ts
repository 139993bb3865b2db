import type { ReadModel } from '#edge/engine/sunspec/walk.ts'
import type { Values } from '#edge/engine/sunspec/decode.ts'
import type { Point } from './compared.ts'
import { definitionOf, readData, type GroupDefinition, type PointDefinition } from './definitions.ts'
import { chainOf, encodeModel, expected, type RawGroup } from './encode.ts'

type Expected = Record<string, number | string | null>
/** Registers from 40000 on, and what each model has to say: of itself and of its groups. */
export type Capture = {
  file: string
  words: number[]
  /** `left`: what came with it besides, and why it is in no definition. */
  models: { id: number; says: Expected; groups: Expected[]; left?: Point[] }[]
}

const madeUp = [
  'sunspec-devices/pysunspec2/device_1547.json',
  'sunspec-devices/pysunspec2/inverter_123.json',
  'sunspec-devices/ha-sunspec/inverter.json',
  'sunspec-devices/ha-sunspec/inverter_secondreading.json',
]
const printed = ['fronius-symo-hybrid-5', 'kostal-plenticore-plus8', 'solaredge-se15k', 'solaredge-se4000h']

const isScale = (name: string): boolean => name.endsWith('_SF')
/** What a file says of a model that its definition has no point for: of drafts, and of curves in groups of groups. */
const leftOf = (id: number, values: RawGroup, definition: GroupDefinition, where = ''): Point[] =>
  Object.entries(values).flatMap(([name, value]): Point[] => {
    const path = `${id}${where}.${name}`
    if (name === 'ID' || name === 'L' || isScale(name) || value === undefined || value === null) return []
    if (typeof value !== 'object')
      return definition.points.some((point) => point.name === name)
        ? where === '' || where.split('.').length === 2
          ? []
          : [{ name: path, left: 'curves of settings' }]
        : [{ name: path, left: 'of a draft of the model' }]
    const group = definition.groups?.find((one) => one.name === name)
    const list = Array.isArray(value) ? value : [value]
    return list.flatMap((one) => leftOf(id, one, group ?? { name, points: [] }, `${where}.${name}`))
  })

/** A file of raw values: what each point of the definition has to say. */
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
      const [group] = (definition.groups ?? []).filter(({ count }) => count !== undefined)
      const list = group === undefined ? [] : ((values[group.name] as RawGroup[] | undefined) ?? [])
      /** The registers of such a file do not say how much a value is, and nobody can. */
      const isUnscaled = ({ name, sf }: PointDefinition, own: RawGroup) =>
        typeof sf === 'string' && !(sf in own) && !(sf in values) && typeof own[name] === 'number'
      const unscaled = (points: readonly PointDefinition[], own: RawGroup): Point[] =>
        points
          .filter((point) => isUnscaled(point, own))
          .map(({ name }) => ({ name: `${id}.${name}`, left: 'the file leaves its scale factor out' }))
      const says = (points: readonly PointDefinition[], own: RawGroup): Expected =>
        Object.fromEntries(
          points
            .filter((point) => point.type !== 'sunssf' && !['ID', 'L'].includes(point.name))
            .filter((point) => !isUnscaled(point, own))
            .map((point) => [point.name, expected(point, own, values)]),
        )
      return {
        id,
        says: says(definition.points, values),
        // Inputs of 160 have an ID of their own.
        groups: list.map((one) => ({
          ...says(group?.points ?? [], one),
          ...(typeof one['ID'] === 'number' ? { ID: one['ID'] } : {}),
        })),
        left: [
          ...leftOf(id, values, definition),
          ...unscaled(definition.points, values),
          ...list.flatMap((one) => unscaled(group?.points ?? [], one)),
        ],
      }
    }),
  }
}

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0

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
    if (value === undefined || isScale(point)) continue
    const number = typeof value === 'string' ? Number(value) : value
    // Where the file is cut before a scale factor, one that holds what was printed.
    if (typeof sf === 'string' && number !== null) raw[sf] = points[sf] ?? -decimalsOf(number)
    const power = typeof sf === 'string' ? Number(raw[sf] ?? 0) : 0
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

/** The values of a capture against what was read: of a model that is not read, each is left. */
export const pointsOf = ({ models }: Capture, chain: readonly ReadModel[]): Point[] => {
  const wanted = models.map(({ id }) => id).join()
  const read = chain.map(({ id }) => id).join()
  return [
    { name: 'models', says: wanted, found: read },
    ...models.flatMap(({ id, says, groups, left = [] }, index): Point[] => {
      const decoded = chain[index]?.decoded
      const isRead = decoded !== null && decoded !== undefined
      const of = (where: string, expected: Expected, values: Values | undefined): Point[] =>
        Object.entries(expected).flatMap(([name, value]): Point[] =>
          isRead
            ? [{ name: `${id}${where}.${name}`, says: value, found: values?.[name] }]
            : value === null
              ? []
              : [{ name: `${id}${where}.${name}`, left: `of model ${id}, which is not read` }],
        )
      return [
        ...of('', says, decoded?.values),
        ...groups.flatMap((group, at) => of(`[${at}]`, group, decoded?.groups[at])),
        ...left,
      ]
    }),
  ]
}
