import * as fc from 'fast-check'
import { allModels } from '#edge/engine/sunspec/models/all-models.ts'
import { readChain } from '#edge/engine/sunspec/walk.ts'
import { definitionOf, type GroupDefinition, type PointDefinition } from './definitions.ts'
import { chainOf, encodeModel, expected, type Raw, type RawGroup } from './encode.ts'
import { deviceAt } from './registers.ts'

const whole = (bits: number, isSigned: boolean) =>
  fc.bigInt(
    isSigned
      ? { min: -(2n ** BigInt(bits - 1)) + 1n, max: 2n ** BigInt(bits - 1) - 1n }
      : { min: 0n, max: 2n ** BigInt(bits) - 2n },
  )
/** Any raw value that is one; a number of 64 bits only as far as a double holds it. */
const rawOf = ({ type, size }: PointDefinition): fc.Arbitrary<Raw> => {
  if (type === 'string')
    return fc.string({ minLength: 1, maxLength: size * 2 }).map((text) => text.replaceAll(/[^!-}]/g, 'x'))
  if (type === 'float32') return fc.float({ noNaN: true, noDefaultInfinity: true })
  if (type === 'sunssf') return fc.integer({ min: -10, max: 10 })
  if (size === 4) return fc.integer({ min: 0, max: 2 ** 40 })
  return whole(size * 16, type.startsWith('int')).map(Number)
}
const valuesOf = (points: readonly PointDefinition[]): fc.Arbitrary<RawGroup> =>
  fc.record(
    Object.fromEntries(points.map((point) => [point.name, fc.option(rawOf(point), { freq: 6, nil: null })])),
  )

type Generated = {
  id: number
  words: number[]
  says: Record<string, unknown>
  groups: Record<string, unknown>[]
}

const saysOf = (points: readonly PointDefinition[], own: RawGroup, top: RawGroup) =>
  Object.fromEntries(points.map((point) => [point.name, expected(point, own, top)]))

const generatedModel = (id: number, definition: GroupDefinition): fc.Arbitrary<Generated> => {
  const [group] = (definition.groups ?? []).filter(({ count }) => count !== undefined)
  const points = definition.points.slice(2)
  return fc
    .record({
      top: valuesOf(points),
      list: fc.array(valuesOf(group?.points ?? []), { maxLength: group === undefined ? 0 : 12 }),
      short: fc.boolean(),
    })
    .map(({ top, list, short }) => {
      // Some models count their groups in a point that the definition of the group does not name.
      const counter =
        typeof group?.count === 'string' ? group.count : points.find(({ type }) => type === 'count')?.name
      if (group !== undefined && counter !== undefined) top[counter] = list.length
      const given = group === undefined ? top : { ...top, [group.name]: list }
      return {
        id,
        words: encodeModel(definition, id, given, id === 1 && short),
        says: saysOf(points, top, top),
        groups: list.map((one) => saysOf(group?.points ?? [], one, top)),
      }
    })
}

const unknownModel: fc.Arbitrary<Generated> = fc
  .record({
    id: fc.integer({ min: 64_000, max: 65_000 }),
    body: fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }),
  })
  .map(({ id, body }) => ({ id, words: [id, body.length, ...body], says: {}, groups: [] }))

export type ChainFigures = { chains: number; models: number; values: number; wrong: string[] }

/** Reads generated chains, at any base and with any longest block, and compares every value. */
export const proveChains = async (chains: number, seed: number): Promise<ChainFigures> => {
  const figures: ChainFigures = { chains: 0, models: 0, values: 0, wrong: [] }
  const known = [...allModels.keys()].flatMap((id) => {
    const definition = definitionOf(id)
    return definition === null ? [] : [generatedModel(id, definition)]
  })
  const chain = fc.record({
    models: fc.array(fc.oneof(unknownModel, ...known), { maxLength: 8 }),
    base: fc.constantFrom(0, 40_000, 50_000),
    longest: fc.integer({ min: 32, max: 125 }),
  })
  const compare = (where: string, wanted: Record<string, unknown>, read: Record<string, unknown>): void => {
    for (const [name, value] of Object.entries(wanted)) {
      figures.values += 1
      if (!Object.is(read[name] === 0 ? 0 : read[name], value === 0 ? 0 : value))
        figures.wrong.push(`${where}.${name}: ${String(read[name])} instead of ${String(value)}`)
    }
  }
  for (const { models, base, longest } of fc.sample(chain, { numRuns: chains, seed })) {
    const read = await readChain(deviceAt(base, chainOf(models.map(({ words }) => words))), longest)
    figures.chains += 1
    models.forEach(({ id, says, groups }, index) => {
      figures.models += 1
      const one = read[index]
      if (one?.id !== id || (one.decoded?.groups.length ?? 0) !== groups.length)
        figures.wrong.push(`model ${id} of chain ${figures.chains} was read as ${one?.id ?? 'nothing'}`)
      compare(`model ${id}`, says, one?.decoded?.values ?? {})
      groups.forEach((group, at) => compare(`model ${id}[${at}]`, group, one?.decoded?.groups[at] ?? {}))
    })
  }
  return figures
}
