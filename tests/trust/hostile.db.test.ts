// What attackers send, in every field and to every route that the running server publishes.
import { permissions } from '#domain/accounts/permissions.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type Caller, testApp } from '../app.ts'
import { testFolder } from '../database.ts'
import { callsOf, codeOf } from './calls.ts'
import { injections, strangeTexts, unsafeTexts } from './corpus.ts'
import { type Described, isWrite, readDescription, type Schema } from './described.ts'
import { rowPrints, tablesHolding } from './rows.ts'
import { fuzzRuns } from './runs.ts'

// Some of these ask hundreds of times.
vi.setConfig({ testTimeout: 120_000 })

const app = await testApp()
const described = await readDescription(app)
const calls = await callsOf(app)
const newPerson = (): Promise<Caller> => app.newCaller('installer', 'a', permissions)
const writes = described.filter((call) => call.body !== null).map((call) => [call.key, call] as const)

type Body = Record<string, unknown>
type Field = readonly string[]

/** Where a body takes free text, at any depth. */
const textFields = (schema: Schema, path: Field = []): Field[] => {
  const types: unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type]
  const here =
    types.includes('string') && !schema.enum && !schema.pattern?.includes('[0-9a-f]{8}') ? [path] : []
  return [
    ...here,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => textFields(one, [...path, name])),
    ...[...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((one) =>
      textFields(one, path),
    ),
  ]
}

/** The value with `text` at the path, in the first element where there are lists. */
const withText = (value: unknown, [step, ...rest]: Field, text: string): unknown => {
  if (Array.isArray(value))
    return value.map((one) => withText(one, step === undefined ? [] : [step, ...rest], text))
  if (step === undefined) return text
  const fields = (value ?? {}) as Body
  return { ...fields, [step]: withText(fields[step], rest, text) }
}

const fields = writes.flatMap(([key, call]) =>
  textFields(call.body ?? {}).map((field) => [key, field.join('.'), field, call] as const),
)

/** Sends each text in this field of an otherwise good body. */
const sendTexts = async (
  call: Described,
  field: Field,
  texts: readonly string[],
): Promise<{ text: string; status: number }[]> => {
  const answers: { text: string; status: number }[] = []
  let person = await newPerson()
  let ids = await calls.idsOf(call, person)
  for (const text of texts) {
    const body = withText(calls.bodyOf(call, ids), field, text)
    const { status } = await person.request(calls.lineOf(call, ids), { body })
    answers.push({ text, status })
    if (status >= 300) continue
    person = await newPerson()
    ids = await calls.idsOf(call, person)
  }
  return answers
}

/** In `npm test` every field gets a few of a list, each field others; in `npm run prove` all. */
const someOf = <T>(list: readonly T[], field: Field, few: number): readonly T[] => {
  if (fuzzRuns(1) > 1) return list
  const at = fields.findIndex(([, , one]) => one === field)
  return Array.from({ length: few }, (_, no) => list[(at * few + no) % list.length] as T)
}

it('there are text fields to write into', () => expect(fields.length).toBeGreaterThan(20))

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const manyKeys = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"key${at}":${at}`).join(',')}}`

describe('V1: JSON that means harm', () => {
  const bodies: readonly (readonly [what: string, raw: string, status: number, type?: string])[] = [
    ['nesting of 10,000', nested(10_000), 400],
    ['open brackets alone', '['.repeat(50_000), 400],
    ['a repeated key', '{"name":"a","name":"b"}', 400],
    ['__proto__', '{"__proto__":{"polluted":1}}', 400],
    ['constructor', '{"constructor":{"prototype":{"polluted":1}}}', 400],
    ['40,000 keys', manyKeys(40_000), 400],
    ['a million keys', manyKeys(1_000_000), 413],
    ['half a document', '{"name":', 400],
    ['two documents', '{}{}', 400],
    ['no object', '"text"', 400],
    ['a list', '[]', 400],
    ['a form', 'name=a', 415, 'application/x-www-form-urlencoded'],
    ['plain text', '{}', 415, 'text/plain'],
    ['XML', '<a/>', 415, 'application/xml'],
    ['another charset', '{}', 415, 'application/json; charset=utf-16'],
  ]

  it.each(writes)('V1: %s refuses it, and nothing is changed', async (_, call) => {
    const person = await newPerson()
    const ids = await calls.idsOf(call, person)
    const before = await rowPrints(app)
    for (const [what, raw, status, type] of bodies) {
      const headers = type === undefined ? {} : { headers: { 'content-type': type } }
      const reply = await person.request(calls.lineOf(call, ids), { raw, ...headers })
      // A list or a text where an object belongs is a value of the wrong kind.
      expect([what, reply.status]).toEqual([what, status])
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(await rowPrints(app)).toEqual(before)
  })
})

describe('V4: texts that mislead', () => {
  // Composed and visible; U+FFFD is what a lone surrogate becomes on its way to the database.
  // Lines of a longer text end in a line feed.
  const unsafe = '[\u0001-\u0009\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]'

  it.each(fields)('V4: %s keeps nothing unsafe in %s, and fails at nothing', async (_, __, field, call) => {
    const always = ['a\0b', 'a\ud83db', 'e\u0301']
    const unsafeOnes = unsafeTexts.map(([, text]) => text)
    const answers = await sendTexts(call, field, [
      ...always,
      ...someOf(unsafeOnes, field, 3),
      ...someOf(strangeTexts, field, 2),
    ])
    for (const { text, status } of answers)
      expect([JSON.stringify(text), status < 500]).toEqual([JSON.stringify(text), true])
    // PostgreSQL and people can do nothing with it, so no field takes it.
    for (const refused of ['a\0b', 'a\ud83db'])
      expect(answers.find(({ text }) => text === refused)?.status).toBeGreaterThanOrEqual(400)
  })

  it('V4: afterwards no row of any table holds an unsafe or a decomposed character', async () => {
    expect(await tablesHolding(app, unsafe)).toEqual([])
    expect(await tablesHolding(app, 'e\u0301')).toEqual([])
    // The composed one is there, so it was tried.
    expect(await tablesHolding(app, '\u00e9')).toContain('station')
  })

  it('V4: two spellings of one account name are one account', async () => {
    const person = await newPerson()
    const body = calls.bodyOf(writes.find(([key]) => key === 'POST /api/accounts')?.[1] as Described, {
      'body.companyId': app.companies.a,
    })
    const first = await person.request('POST /api/accounts', { body: { ...body, account: 'Jos\u00e9-Q' } })
    expect(first.status).toBe(201)
    for (const [twin, code] of [
      ['Jose\u0301-Q', 'account_format'],
      ['JOS\u00c9-q', 'account_taken'],
      ['ｊｏｓé-q', 'account_taken'],
      [' Jos\u00e9-Q ', 'account_taken'],
    ]) {
      const id = crypto.randomUUID()
      const reply = await person.request('POST /api/accounts', { body: { ...body, id, account: twin } })
      expect([twin, codeOf(reply)]).toEqual([twin, code])
    }
  })
})

const isFree = (schema: Schema): boolean => schema.pattern === undefined && !('const' in schema)

/** The rows of an answer; the keys beside packages are nobody's to search. */
const rowsOf = (body: unknown): unknown[] => {
  const { keys: _, packageBlocks: __, ...answer } = body as Body
  return Object.values(answer).flatMap((one) => (Array.isArray(one) ? one : []))
}
const asked = async (
  call: Described,
  name: string,
): Promise<{ person: Caller; line: string; lineWith: (text: string) => string }> => {
  // Of company B, where nothing was written into any field.
  const person = await app.asRole('plenary', 'b')
  // Narrowed to no station or device, of which each list would be empty.
  const ids = Object.entries(await calls.idsOf(call, person)).filter(([one]) => !one.startsWith('query.'))
  const line = calls.lineOf(call, Object.fromEntries(ids))
  const lineWith = (text: string): string =>
    `${line}${line.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(text)}`
  return { person, line, lineWith }
}

describe('V5: texts that break out', () => {
  it.each(fields)('V5: %s takes an injection in %s for a text, or refuses it', async (_, __, field, call) => {
    for (const { text, status } of await sendTexts(call, field, someOf(injections, field, 4)))
      expect([text, status < 500]).toEqual([text, true])
  })

  it('V5: every table is still there, and no password was given out', async () => {
    expect(Object.keys(await rowPrints(app, true)).length).toBeGreaterThan(15)
    expect((await (await newPerson()).request('GET /api/stations')).text).not.toContain('$argon2')
  })

  const kept = new Set(['cursor', 'day', 'from', 'to'])
  const queries = described.flatMap((call) =>
    Object.entries(call.query)
      .filter(([name, { schema }]) => schema.type === 'string' && !schema.enum && !kept.has(name))
      .map(([name, { schema }]) => [call.key, name, call, schema] as const),
  )
  const searches = queries.filter(([key, , , schema]) => key.startsWith('GET ') && isFree(schema))
  const patterned = queries.filter(([, , , schema]) => !isFree(schema))

  it('V5: every list that can be searched is among these', () => {
    expect(searches.map(([key, name]) => `${key} ${name}`)).toEqual(
      expect.arrayContaining(
        ['accounts', 'alarms', 'companies', 'devices', 'orders', 'packages', 'stations', 'upgrade-tasks'].map(
          (list) => `GET /api/${list} search`,
        ),
      ),
    )
  })

  it.each(searches)('V5: %s reads %s literally', async (_, name, call) => {
    const { person, line, lineWith } = await asked(call, name)
    // One of each, so that whatever matches too much has something to match.
    for (const kind of ['station', 'device', 'alarm', 'order', 'package', 'upgrade_task'] as const)
      await calls.make(kind, person)
    expect(rowsOf((await person.request(line)).body).length).toBeGreaterThan(0)
    const before = await rowPrints(app)
    for (const text of injections) {
      const reply = await person.request(lineWith(text))
      // What no field keeps is nothing to look for either.
      const status = text.includes('\t') ? 400 : 200
      expect([text, reply.status]).toEqual([text, status])
      const found = status === 200 ? rowsOf(reply.body) : []
      expect([text, found]).toEqual([text, []])
    }
    expect(await rowPrints(app)).toEqual(before)
  })

  it.each(patterned)('V5: %s takes nothing of it for %s', async (_, name, call) => {
    const { person, lineWith } = await asked(call, name)
    const before = await rowPrints(app)
    for (const text of injections)
      expect([text, (await person.request(lineWith(text))).status]).toEqual([text, 400])
    expect(await rowPrints(app)).toEqual(before)
  })
})

describe('V7: texts that would be commands', () => {
  it('V7: whatever field they stand in, none is carried out', async () => {
    const canary = join(await testFolder(), 'canary')
    const commands = [
      '$(touch X)',
      '`touch X`',
      ';touch X;',
      '|touch X',
      '&& touch X',
      '\ntouch X\n',
      '-o X',
    ].map((text) => text.replace('X', canary))
    for (const [, , field, call] of fields) {
      for (const { status } of await sendTexts(call, field, someOf(commands, field, 2)))
        expect(status).toBeLessThan(500)
    }
    expect(existsSync(canary)).toBe(false)
  })

  it('V7: a time zone is a name of the IANA list and nothing that only looks like one', async () => {
    const person = await newPerson()
    const call = writes.find(([key]) => key === 'POST /api/stations')?.[1] as Described
    const ids = { 'body.companyId': app.companies.a }
    for (const [zone, status] of [
      ['Asia/Shanghai', 201],
      ['Asia/Kathmandu', 201],
      ['Asia/Nowhere', 400],
      ['Europe/../etc/localtime', 400],
      ['UTC;reboot', 400],
      ['+08:00', 400],
      ['$(date)', 400],
      ['posixrules', 400],
    ] as const) {
      const reply = await person.request('POST /api/stations', {
        body: { ...calls.bodyOf(call, ids), timeZone: zone },
      })
      expect([zone, reply.status]).toEqual([zone, status])
    }
  })
})

describe('V9: days that do not exist', () => {
  const days = [
    '2026-02-30',
    '2025-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
  ]
  const more = ['26-01-01', '2026-01-01T00:00Z', '0000-01-01', '1900-02-29', '2026-06-31', '99999-01-01']

  it('V9: are refused in every field and query that takes a day', async () => {
    const person = await newPerson()
    const [inBodies, inQueries] = [new Set<string>(), new Set<string>()]
    for (const [key, name, field, call] of fields.filter(([, , path]) =>
      /(On|Until|Day|Date)$|^(day|date)$/.test(path.at(-1) ?? ''),
    )) {
      const ids = await calls.idsOf(call, person)
      inBodies.add(`${key} ${name}`)
      for (const day of [...days, ...more]) {
        const body = withText(calls.bodyOf(call, ids), field, day)
        const reply = await person.request(calls.lineOf(call, ids), { body })
        expect([name, day, reply.status, codeOf(reply)]).toEqual([name, day, 400, 'date_invalid'])
      }
    }
    for (const call of described)
      for (const [name, { schema }] of Object.entries(call.query)) {
        if (!['day', 'from', 'to', 'of'].includes(name) || schema.type !== 'string') continue
        const line = calls.lineOf(call, await calls.idsOf(call, person))
        const [path, usual = ''] = line.split('?')
        // What the call cannot do without stays; the day itself is another one.
        const kept = usual.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`))
        inQueries.add(`${call.key} ${name}`)
        for (const day of [...days, ...more]) {
          const query = [...kept, `${name}=${encodeURIComponent(day)}`].join('&')
          const reply = await person.request(`${path}?${query}`)
          expect([call.key, name, day, reply.status, codeOf(reply)]).toEqual([
            call.key,
            name,
            day,
            400,
            'date_invalid',
          ])
        }
      }
    expect([...inBodies]).toEqual(
      expect.arrayContaining([
        'POST /api/stations gridConnectedOn',
        'PUT /api/stations/{stationId} gridConnectedOn',
        'PUT /api/devices/{deviceId} warrantyUntil',
      ]),
    )
    expect([...inQueries]).toEqual(
      expect.arrayContaining([
        'GET /api/stations/{stationId}/power day',
        'GET /api/stations/{stationId}/energy of',
        'GET /api/stations/{stationId}/coverage of',
        'GET /api/stations/{stationId}/balance of',
        'GET /api/stations/{stationId}/comparison of',
        'GET /api/stations/{stationId}/report of',
        'GET /api/report of',
        'GET /api/stations/{stationId}/om from',
        'GET /api/stations/{stationId}/om to',
        'GET /api/stations/{stationId}/om/table from',
        'GET /api/devices/{deviceId}/curve day',
        'GET /api/places/{placeId}/energy of',
      ]),
    )
  })

  it('V9: a month, a year or a range that cannot be is refused', async () => {
    const person = await newPerson()
    const station = await calls.make('station', person)
    const ask = async (path: string): Promise<unknown[]> => {
      const reply = await person.request(`GET /api/stations/${station}/${path}`)
      return [path, reply.status, codeOf(reply)]
    }
    for (const path of ['month&of=2026-02', 'year&of=2026', 'month', 'year', 'lifetime'])
      expect(await ask(`energy?period=${path}`)).toEqual([`energy?period=${path}`, 200, undefined])
    const periods = [
      '2026-13',
      '2026-00',
      '2026-1',
      '26',
      '2026-02-30',
      '0000-01',
      '99999',
      '-2026',
      '',
    ].flatMap((of) => [`month&of=${of}`, `year&of=${of}`])
    for (const path of periods)
      expect(await ask(`energy?period=${path}`)).toEqual([`energy?period=${path}`, 400, 'date_invalid'])
    for (const period of ['day', 'century', ''])
      expect(await ask(`energy?period=${period}`)).toEqual([`energy?period=${period}`, 400, 'invalid_input'])

    const today = new Date(app.now()).toISOString().slice(0, 10)
    expect(await ask(`om?from=2026-02-01&to=2026-02-28`)).toEqual([
      'om?from=2026-02-01&to=2026-02-28',
      200,
      undefined,
    ])
    for (const [path, code] of [
      ['om?from=2026-02-28&to=2026-02-01', 'invalid_input'],
      [`om?from=${today}&to=2026-02-01`, 'invalid_input'],
      ['om?from=2020-01-01&to=2026-02-01', 'invalid_input'],
      ['om?from=2026-02-30', 'date_invalid'],
      ['om?from=2026-02-01&to=2026-02-30', 'date_invalid'],
      ['om/table?from=2026-02-28&to=2026-02-01', 'invalid_input'],
      ['om/table?from=2026-02-30', 'date_invalid'],
    ])
      expect(await ask(path ?? '')).toEqual([path, 400, code])
  })
})

it('every call that takes a body was among them', () => {
  expect(writes.map(([key]) => key)).toEqual(
    described.filter((one) => isWrite(one) && one.body).map(({ key }) => key),
  )
})
