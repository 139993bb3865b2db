import * as fc from 'fast-check'
import type { Schema } from './described.ts'
import { unicodeTexts } from './corpus.ts'

/** Values that a form never sends. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '0',
    'null',
    '__proto__',
    0,
    -1,
    1.5,
    5e-324,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    1.7976931348623157e308,
    2_147_483_648,
    [],
    {},
    [[]],
    [null],
    { toString: 'x' },
    { length: 3 },
    'x'.repeat(10_000),
    '9'.repeat(400),
  ),
  fc.constantFrom(...unicodeTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 5 }),
)

const textOf = ({ pattern, maxLength, minLength, format }: Schema): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid()
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 100 })
  const most = Math.min(Number(maxLength ?? 60), 400)
  return fc.oneof(
    fc.string({ minLength: Number(minLength ?? 0), maxLength: most }),
    fc.string({ unit: 'grapheme', maxLength: Math.min(most, 30) }),
    fc.constantFrom(
      '2024-05-01',
      'GW00000000AB',
      'Roof-1',
      '2026-06',
      '2026',
      '1'.repeat(most),
      'é'.repeat(most),
    ),
  )
}

const numberOf = ({ type, minimum, maximum }: Schema): fc.Arbitrary<number> => {
  const [min, max] = [Number(minimum ?? -1e12), Number(maximum ?? 1e12)]
  if (type === 'integer') return fc.integer({ min: Math.max(min, -1e9), max: Math.min(max, 1e9) })
  return fc.oneof(
    fc.constantFrom(min, max),
    fc.integer({ min: Math.ceil(Math.max(min, -1e9)), max: Math.floor(Math.min(max, 1e9)) }),
    fc.double({ min, max, noNaN: true }),
  )
}

/** What a JSON Schema allows. */
export const arbitraryOf = (schema: Schema): fc.Arbitrary<unknown> => {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(arbitraryOf))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema['const'])
  const types: unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (types.length > 1)
    return fc.oneof(...types.map((type) => arbitraryOf({ ...schema, type: String(type) })))
  if (schema.type === 'string') return textOf(schema)
  if (schema.type === 'number' || schema.type === 'integer') return numberOf(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'array')
    return fc.array(arbitraryOf(schema.items ?? {}), {
      maxLength: Math.min(Number(schema['maxItems'] ?? 5), 8),
    })
  if (schema.type !== 'object') return odd
  const parts = Object.entries(schema.properties ?? {}).map(
    ([name, one]) => [name, arbitraryOf(one)] as const,
  )
  return fc.record(Object.fromEntries(parts), { requiredKeys: schema.required ?? [] })
}

type Body = Record<string, unknown>
type Change = (body: Body) => Body

const changeOf = (schema: Schema): fc.Arbitrary<Change> => {
  const fields = Object.entries(schema.properties ?? {})
  const unknown = fc
    .tuple(fc.constantFrom('isAdmin', 'constructor', 'id_', 'role_', 'version', ''), odd)
    .map(([name, value]): Change => (body) => ({ ...body, [name]: value }))
  if (fields.length === 0) return unknown
  const field = fc.constantFrom(...fields)
  const missing = field.map(
    ([name]): Change =>
      (body) =>
        Object.fromEntries(Object.entries(body).filter(([one]) => one !== name)),
  )
  const set = (value: (one: Schema) => fc.Arbitrary<unknown>) =>
    field.chain(([name, one]) =>
      value(one).map((given): Change => (body) => ({ ...body, [name]: given })),
    )
  return fc.oneof(
    { weight: 1, arbitrary: unknown },
    { weight: 2, arbitrary: missing },
    { weight: 4, arbitrary: set(arbitraryOf) },
    { weight: 4, arbitrary: set(() => odd) },
  )
}

/**
 * Bodies for a call that takes `schema`: as the schema allows, a good one changed in one to three places, or no object
 * at all. Each is given as a function of a good body.
 */
export const bodiesFor = (schema: Schema): fc.Arbitrary<(good: Body) => unknown> =>
  fc.oneof(
    { weight: 2, arbitrary: arbitraryOf(schema).map((body) => () => body) },
    {
      weight: 6,
      arbitrary: fc
        .array(changeOf(schema), { minLength: 1, maxLength: 3 })
        .map((changes) => (good: Body) => changes.reduce((body, change) => change(body), good)),
    },
    { weight: 1, arbitrary: odd.map((body) => () => body) },
  )

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Query strings: some of the parameters, with what their schemas allow or anything else, now and then an unknown one. */
export const queriesFor = (
  parameters: Readonly<Record<string, { schema: Schema; required: boolean }>>,
): fc.Arbitrary<string> => {
  const one = Object.entries(parameters).map(([name, { schema }]) =>
    fc
      .oneof({ weight: 3, arbitrary: arbitraryOf(schema) }, { weight: 2, arbitrary: odd })
      .map((value) => [name, written(value)] as const),
  )
  const unknown = fc.tuple(fc.constantFrom('where', 'size', 'x[]', '__proto__', ''), odd.map(written))
  const pairs = one.length === 0 ? unknown : fc.oneof({ weight: 8, arbitrary: fc.oneof(...one) }, unknown)
  return fc.array(pairs, { maxLength: 3 }).map((chosen) =>
    chosen
      // A lone surrogate has no place in an address.
      .map(
        ([name, value]) =>
          `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed().slice(0, 2_000))}`,
      )
      .join('&'),
  )
}
