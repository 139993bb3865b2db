// A crawl over what the running server publishes: a new route is in it by itself, or fails for lack of a factory.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { eachOutput } from '#contract/http/each.ts'
import type { ObjectKind } from '#contract/http/route.ts'
import { routes } from '#contract/http/routes.ts'
import { permits, type Permission } from '#domain/accounts/permissions.ts'
import { heldPermissions } from '#domain/accounts/granting.ts'
import { type Caller, testApp } from '../app.ts'
import { callsOf, codeOf } from './calls.ts'
import { type Described, isOpen, isWrite, readDescription } from './described.ts'
import { rowPrints } from './rows.ts'
import { fuzzRuns, seed } from './runs.ts'

// Some of these ask hundreds of times.
vi.setConfig({ testTimeout: 600_000 })

const app = await testApp()
const described = await readDescription(app)
const calls = await callsOf(app)
const mine = await app.asRole('plenary', 'a')
const theirs = await app.asRole('plenary', 'b')
const roles = ['owner', 'installer', 'maintainer', 'administrator', 'nobody'] as const

/** Objects of one person or browser, which not even an administrator reaches. */
const personal: readonly ObjectKind[] = ['session', 'stream']

const mayCall = ({ permission }: Described, role: (typeof roles)[number]): boolean =>
  permission === 'public' ||
  permission === 'signed-in' ||
  permits(heldPermissions(role === 'nobody' ? null : role, []), permission as Permission)

const withObjects = described.flatMap((call) =>
  Object.entries(call.objects).map(([name, kind]) => [call.key, name, kind, call] as const),
)

it('the description names all ids: those of every path have an owner', () => {
  expect(described.length).toBeGreaterThan(20)
  for (const { path, objects } of described) {
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) expect(Object.keys(objects)).toContain(name)
  }
})

/** One object of each kind that belongs to the other company. */
const foreignIds = new Map<ObjectKind, string>()
for (const kind of calls.kinds) foreignIds.set(kind, await calls.make(kind, theirs))

describe('Z1: the published routes with ids of somebody else', () => {
  it.each(withObjects)('Z1: %s with a foreign %s, for every role', async (_, name, kind, call) => {
    const foreign = foreignIds.get(kind) ?? ''
    const own = await calls.idsOf(call, mine)
    const prepared = []
    for (const role of roles) {
      const caller = await app.asRole(role, 'a')
      const ids = { ...own, [name]: foreign }
      for (const [other, what] of Object.entries(call.objects))
        if (other !== name && personal.includes(what)) ids[other] = await calls.make(what, caller)
      prepared.push({ role, caller, ids })
    }
    const before = await rowPrints(app)

    const signedOut = await calls.ask(app, call, { ...own, [name]: foreign })
    expect(['signed out', signedOut.status]).toEqual(['signed out', isOpen(call) ? 404 : 401])
    for (const { role, caller, ids } of prepared) {
      if (role === 'administrator' && !personal.includes(kind)) continue
      const reply = await calls.ask(caller, call, ids)
      const expected = mayCall(call, role) ? [404, 'not_found'] : [403, 'forbidden']
      // Who may take a step of an order hangs on the order and on the step: that is asked before what it names.
      const refusedFirst = /^(POST|PUT) \/api\/orders/.test(call.key) && reply.status === 403
      const wanted = refusedFirst ? [403, 'forbidden'] : expected
      expect([role, reply.status, codeOf(reply)]).toEqual([role, ...wanted])
      expect(reply.text).not.toContain(foreign)
    }
    // An id of another kind is nothing here, whoever it belongs to; one that the caller makes is free.
    for (const other of call.makes === name ? [] : foreignIds.values()) {
      const reply = await calls.ask(mine, call, { ...own, [name]: other })
      expect([other, reply.status]).toEqual([other, 404])
    }
    expect(await rowPrints(app)).toEqual(before)
  })
})

/** Puts the elements of several bodies' lists at `path` together, so that each names another object. */
const joinAt = (bodies: readonly object[], path: readonly string[], shift: number): object => {
  const [step = '', ...rest] = path
  const fields = bodies as readonly Record<string, unknown>[]
  const values = fields.map((one) => one[step])
  const [first] = values
  if (!Array.isArray(first)) return { ...fields[0], [step]: joinAt(values as object[], rest, shift) }
  const all = values.flat()
  const at = all.length === 0 ? 0 : shift % all.length
  return { ...fields[0], [step]: [...all.slice(at), ...all.slice(0, at)] }
}

const listed = withObjects.filter(([, name, , call]) => {
  let schema = call.body
  for (const step of name.split('.').slice(1)) {
    if (schema?.type === 'array') return true
    schema = schema?.properties?.[step] ?? null
  }
  return name.startsWith('body.') && schema?.type === 'array'
})

/** Whose answer has a result for each: what is foreign is refused by itself. */
const withEach = new Set(
  Object.entries(routes).flatMap(([key, { output }]) => ((output as unknown) === eachOutput ? [key] : [])),
)
const whole = listed.filter(([key]) => !withEach.has(key))
const each = listed.filter(([key]) => withEach.has(key))

describe('Z2: lists with one foreign id in them', () => {
  it('there are such lists', () => {
    expect(whole.map(([key]) => key)).toContain('PUT /api/live/{streamId}')
    expect(each.map(([key]) => key)).toContain('POST /api/alarms/acknowledge-each')
  })

  it.each(each)('Z2: %s with a foreign one among %s refuses that one', async (_, name, kind, call) => {
    const own = await calls.idsOf(call, mine)
    const foreign = await calls.make(kind, theirs)
    const members = await Promise.all(Array.from({ length: 3 }, () => calls.make(kind, mine)))
    const path = name.split('.').slice(1)
    const bodies = [foreign, ...members].map((id) => calls.bodyOf(call, { ...own, [name]: id }) ?? {})
    const ask = async (preview: boolean): Promise<void> => {
      const body = { ...joinAt(bodies, path, 2), preview }
      const reply = await mine.request(calls.lineOf(call, own), { body })
      const { results } = reply.body as { results: { id: string; refused: { code: string } | null }[] }
      const unknown = results.filter(({ refused }) => refused?.code === 'not_found')
      expect([preview, reply.status, unknown.map(({ id }) => id)]).toEqual([preview, 200, [foreign]])
      expect(new Set(results.map(({ id }) => id))).toEqual(new Set([foreign, ...members]))
    }
    const before = await rowPrints(app)
    await ask(true)
    expect(await rowPrints(app)).toEqual(before)
    await ask(false)
  })

  it.each(whole)('Z2: %s with a foreign one among %s is refused whole', async (_, name, kind, call) => {
    const own = await calls.idsOf(call, mine)
    const foreign = { ...own, [name]: await calls.make(kind, theirs) }
    const members = await Promise.all(Array.from({ length: 4 }, () => calls.make(kind, mine)))
    const before = await rowPrints(app)
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 4 }), fc.nat({ max: 4 }), async (count, shift) => {
        const sets = [foreign, ...members.slice(0, count).map((id) => ({ ...own, [name]: id }))]
        const bodies = sets.map((ids) => calls.bodyOf(call, ids) ?? {})
        const body = joinAt(bodies, name.split('.').slice(1), shift)
        const reply = await mine.request(calls.lineOf(call, own), { body })
        expect([reply.status, codeOf(reply)]).toEqual([404, 'not_found'])
      }),
      { seed, numRuns: fuzzRuns(8) },
    )
    expect(await rowPrints(app)).toEqual(before)
  })
})

const whose = ['user_id', 'userId', 'owner', 'companyId', 'company_id', 'tenantId', 'accountId', 'role']

describe('Z3: scope comes from the session alone', () => {
  it.each(described.map((call) => [call.key, call] as const))(
    'Z3: %s takes no owner, company or user of the caller’s choice',
    async (_, call) => {
      const ids = await calls.idsOf(call, mine)
      const line = calls.lineOf(call, ids)
      const body = calls.bodyOf(call, ids)
      const sent = calls.sentWith(call, ids)
      const before = await rowPrints(app)
      for (const name of whose) {
        if (call.query[name] !== undefined) continue
        const reply = await mine.request(
          `${line}${line.includes('?') ? '&' : '?'}${name}=${theirs.companyId}`,
          sent,
        )
        expect([name, reply.status, codeOf(reply)]).toEqual([name, 400, 'unknown_field'])
      }
      for (const name of whose) {
        if (!isWrite(call) || call.upload || call.body?.properties?.[name] !== undefined) continue
        const reply = await mine.request(line, { body: { ...body, [name]: theirs.companyId } })
        expect([name, reply.status]).toEqual([name, 400])
      }
      expect(await rowPrints(app)).toEqual(before)
    },
  )

  it('Z3: headers that name another user, company or role change no answer', async () => {
    const headers = Object.fromEntries(
      [
        'x-user-id',
        'x-user',
        'x-tenant-id',
        'x-company-id',
        'x-role',
        'x-original-user',
        'authorization',
      ].map((name) => [name, theirs.companyId ?? '']),
    )
    const reads = described.filter((call) => !isWrite(call) && !call.stream)
    for (const call of reads) {
      const ids = await calls.idsOf(call, mine)
      const line = calls.lineOf(call, ids)
      const plain = await mine.request(line)
      const forged = await mine.request(line, { headers })
      expect([call.key, plain.status]).toEqual([call.key, 200])
      expect([call.key, forged.status, forged.text]).toEqual([call.key, plain.status, plain.text])
    }
  })
})

/** A log notes also that it was asked for and refused. */
const isStill = (line: string): boolean => !/^GET \/api\/(audit|stations\/[^/ ]+\/log)/.test(line)

describe('Z5: what another company has', () => {
  const marker = 'zqmarkerzq'
  const reads = described.filter((call) => !isWrite(call) && !call.stream)

  /** Every answer to reading, searching and filtering, as text. */
  const readAll = async (
    caller: Caller,
    prepared: Map<string, Record<string, string>>,
  ): Promise<string[]> => {
    const answers: string[] = []
    for (const call of reads) {
      const line = calls.lineOf(call, prepared.get(call.key) ?? {})
      const searches = Object.entries(call.query).flatMap(([name, { schema }]) => {
        if (schema.enum) return schema.enum.map((value) => `${name}=${String(value)}`)
        return schema.type === 'string' && name !== 'cursor' ? [`${name}=${marker}`] : []
      })
      for (const search of ['', ...searches]) {
        const joined = search === '' ? line : `${line}${line.includes('?') ? '&' : '?'}${search}`
        const { status, text } = await caller.request(joined)
        answers.push(`${joined} ${status} ${text.replace(/"requestId":"[^"]*"/, '')}`)
      }
    }
    return answers
  }

  /** All that company A can have and do, with the marker wherever a text may stand. Gives the ids of it. */
  const fill = async (): Promise<string[]> => {
    const ids: string[] = []
    for (const call of described.filter((one) => isWrite(one) && one.method !== 'DELETE' && !isOpen(one))) {
      // Somebody new each time: a changed password ends the session.
      const person = await app.newCaller('installer', 'a', [
        'company:company:create',
        'system:registry:import',
      ])
      const own = await calls.idsOf(call, person)
      ids.push(...Object.values(own).filter((id) => id !== app.companies.a))
      const texts = Object.entries(call.body?.properties ?? {}).filter(
        ([name, schema]) => schema.type === 'string' && !schema.enum && /name$|address|region/i.test(name),
      )
      const marked = Object.fromEntries(texts.map(([name]) => [name, marker]))
      const reply = await calls.ask(person, call, own, marked)
      // There is one of these settings a company: the second time it is no longer the version that was seen.
      const stale = call.key === 'PUT /api/company/settings' && reply.status === 412
      if (mayCall(call, 'installer') && !stale)
        expect([call.key, reply.status]).toEqual([call.key, call.success])
    }
    for (const kind of calls.kinds) ids.push(await calls.make(kind, mine))
    return ids.filter((id) => id !== app.companies.a)
  }

  it('Z5: no answer to any role of one company changes by a byte while another fills itself', async () => {
    const before = new Map<string, string[]>()
    const own = new Map<string, Record<string, string>>()
    const listeners = ['owner', 'installer', 'maintainer', 'nobody', 'plenary'] as const
    for (const call of reads) own.set(call.key, await calls.idsOf(call, theirs))
    for (const role of listeners) await app.asRole(role, 'b')
    for (const role of listeners) before.set(role, await readAll(await app.asRole(role, 'b'), own))
    const filled = await fill()
    expect(filled.length).toBeGreaterThan(10)
    // The marker is really there: its own company finds it.
    expect((await mine.request(`GET /api/stations?search=${marker}`)).text).toContain(`"name":"${marker}"`)
    for (const role of listeners) {
      const after = await readAll(await app.asRole(role, 'b'), own)
      expect(after.filter(isStill)).toEqual(before.get(role)?.filter(isStill))
      const text = after.join('\n').replaceAll(/^.*?\d{3} /gm, '')
      expect(filled.filter((id) => text.includes(id))).toEqual([])
      expect(text).not.toContain(marker)
    }
  })

  it('Z5: an open stream of another company hears nothing of it', async () => {
    const { readLive } = await import('../factories/telemetry.ts')
    const station = await calls.make('station', theirs)
    const stream = await readLive(app.url, theirs.cookie)
    app.onStop(() => stream.close())
    const put = described.find(({ key }) => key === 'PUT /api/stations/{stationId}')
    if (!put) throw new Error('no route that changes a station')
    const filled = await fill()
    // The own change comes last, so whatever was to be heard before it has been heard.
    const ids = { ...(await calls.idsOf(put, theirs)), stationId: station }
    expect((await calls.ask(theirs, put, ids)).status).toBe(200)
    await stream.until((event) => event.type === 'changed' && event.stationId === station)
    const heard = JSON.stringify(stream.events)
    expect(filled.filter((id) => heard.includes(id))).toEqual([])
    expect(heard).not.toContain(marker)
  })
})

describe('A6: a session that has ended', () => {
  it('A6: is signed out on every route that the server publishes', async () => {
    const gone = await app.newCaller('administrator')
    expect((await gone.request('DELETE /api/session')).status).toBe(200)
    for (const call of described.filter((one) => !isOpen(one))) {
      const ids = Object.fromEntries(Object.keys(call.objects).map((name) => [name, randomUUID()]))
      const reply = await gone.request(calls.lineOf(call, ids), isWrite(call) ? { body: {} } : {})
      expect([call.key, reply.status, codeOf(reply)]).toEqual([call.key, 401, 'signed_out'])
    }
  })
})
