// A fuzzer from what the running server publishes: every route, with what its schemas allow and with what they do not.
import { notAllowedHere, whyNot } from '#domain/accounts/permission-names.ts'
import { permissions } from '#domain/accounts/permissions.ts'
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errors, type ErrorCode } from '#domain/errors.ts'
import { type Caller, type Reply, testApp } from '../app.ts'
import { callsOf } from './calls.ts'
import { unicodeTexts } from './corpus.ts'
import { type Described, isWrite, readDescription } from './described.ts'
import { bodiesFor, queriesFor } from './from-schema.ts'
import { rowPrints } from './rows.ts'
import { fuzzRuns, seed } from './runs.ts'

const app = await testApp()
const described = await readDescription(app)
const calls = await callsOf(app)

/** After these the session may be over. */
const endsSession = ({ key }: Described): boolean =>
  ['POST /api/session', 'DELETE /api/session', 'PUT /api/me/password'].includes(key)

const newPerson = (): Promise<Caller> => app.newCaller('installer', 'a', permissions)

/** None has two dots: a client that sees them asks for another address. */
const oddIds = ['0', 'null', '...', '%00', '%2e%2e%2f', "'", '%F0%9F%98%80', 'x'.repeat(200), '%ff', '{id}']
const oddHeaders: readonly Record<string, string>[] = [
  { 'idempotency-key': '' },
  { 'idempotency-key': 'x'.repeat(5_000) },
  { 'if-match': '*' },
  { 'if-match': '"999999999999999999"' },
  { 'accept-language': 'xx'.repeat(3_000) },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'last-event-id': 'x'.repeat(3_000) },
  { cookie: '=; ;;=x; sunkeeper' },
  { 'user-agent': '' },
]

/** A refusal says what else forbids it, where that is known. */
const reasons = whyNot.flatMap((why) => [notAllowedHere(why, 'en'), notAllowedHere(why, 'zh_CN')])

/** What is wrong with an answer, whatever was sent; null when nothing is. */
const complaintOf = (call: Described, reply: Reply): string | null => {
  const seen = `${call.key} ${reply.status} ${reply.text.slice(0, 300)}`
  if (reply.status >= 500) return `a fault: ${seen}`
  if (reply.status < 300) return reply.status === call.success ? null : `another success: ${seen}`
  const { error } = (reply.body ?? {}) as { error?: { code: ErrorCode; message: string; requestId: string } }
  if (!error) return `not the shape of an error: ${seen}`
  if (!Object.values(call.codes).flat().includes(error.code)) return `not a declared code: ${seen}`
  if (!Object.hasOwn(call.codes, reply.status)) return `not a declared status: ${seen}`
  const sentences: string[] = [errors[error.code].en, errors[error.code].zh_CN]
  if (error.code === 'forbidden') sentences.push(...reasons)
  // Whoever names no language that is spoken here gets two.
  const said =
    sentences.includes(error.message) || error.message.split(' / ').every((one) => sentences.includes(one))
  if (!said) return `not the sentence of the code: ${seen}`
  return /^[0-9a-f-]{36}$/.test(error.requestId) ? null : `no number: ${seen}`
}

const inputOf = (call: Described) =>
  fc.record({
    ids: fc.oneof(
      { weight: 8, arbitrary: fc.constant('own' as const) },
      { weight: 1, arbitrary: fc.constant('unknown' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...oddIds) },
    ),
    // Calls without a body are sent one all the same.
    body: call.body ? bodiesFor(call.body) : fc.option(bodiesFor({ type: 'object' }), { nil: null, freq: 3 }),
    query: fc.oneof(
      { weight: Object.keys(call.query).length > 0 ? 3 : 1, arbitrary: queriesFor(call.query) },
      { weight: 1, arbitrary: fc.constant('') },
    ),
    headers: fc.option(fc.constantFrom(...oddHeaders), { nil: {}, freq: 8 }),
  })

describe('V12: whatever is sent', () => {
  it.each(described.filter(({ stream }) => !stream).map((call) => [call.key, call] as const))(
    'V12: %s answers with its result or a declared code, and a refusal has changed nothing',
    async (_, call) => {
      let caller = await newPerson()
      let own = await calls.idsOf(call, caller)
      let before = await rowPrints(app)
      let refused = 0
      await fc.assert(
        fc.asyncProperty(inputOf(call), async ({ ids, body, query, headers }) => {
          const used = Object.fromEntries(
            Object.keys(own).map((name) => {
              const given = { own: own[name] ?? '', unknown: randomUUID() }[ids as 'own'] ?? ids
              return [name, name.includes('.') ? (own[name] ?? '') : given]
            }),
          )
          const [line = '', usual = ''] = calls.lineOf(call, used).split('?')
          const asked = [query.includes('=') ? '' : usual, query].filter((part) => part !== '').join('&')
          const sent = body === null ? {} : { body: body(calls.bodyOf(call, own) ?? {}) ?? null }
          const reply = await caller.request(asked === '' ? line : `${line}?${asked}`, {
            ...(isWrite(call) ? sent : {}),
            headers,
          })
          expect(complaintOf(call, reply)).toBeNull()
          if (reply.status >= 300) refused += 1
          const after = await rowPrints(app)
          const carriedOut = reply.status < 300 && isWrite(call)
          expect(after).toEqual(carriedOut ? after : before)
          if (!carriedOut) return
          if (endsSession(call)) caller = await newPerson()
          own = await calls.idsOf(call, caller)
          before = await rowPrints(app)
        }),
        { seed, numRuns: fuzzRuns(15) },
      )
      expect(refused).toBeGreaterThan(0)
    },
    600_000,
  )

  it('V12: a stream refuses a query that it does not know, without opening', async () => {
    const caller = await newPerson()
    for (const call of described.filter(({ stream }) => stream)) {
      for (const text of unicodeTexts) {
        const reply = await caller.request(`${call.key}?x=${encodeURIComponent(text.toWellFormed())}`)
        expect(reply.status).toBe(400)
        expect(complaintOf(call, reply)).toBeNull()
      }
    }
  })
})
