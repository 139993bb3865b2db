import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/http/route.ts'
import type { edgeRoutes } from '#contract/http/edges.ts'
import type { CommandRequest, CommandResponse } from '#contract/mqtt/command.ts'
import { openSecret } from '#contract/mqtt/sealed.ts'
import { PROGRESS_MS } from '#domain/commands/command-times.ts'
import type { ChangeEvent } from '#server/events.ts'
import { type Caller, type Reply, testApp } from '#tests/app.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeEdge } from '#tests/factories/edges.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { applyAnswer } from '../commands/apply-answer.ts'
import { expireCommands } from '../commands/expire-commands.ts'
import { sendQueued } from '../commands/send-commands.ts'
import { hearProgress, keepResult } from './hear-search.ts'

type Edge = AnswerOf<(typeof edgeRoutes)['GET /api/gateways/{gatewayId}/edge']>
type Diagnosis = AnswerOf<(typeof edgeRoutes)['GET /api/diagnoses/{diagnosisId}']>['diagnosis']

const sent: { gateway: string; message: CommandRequest }[] = []
const app = await testApp({
  context: {
    devices: {
      sendConfig: async () => {},
      sendCommand: async (gateway, message) => (sent.push({ gateway, message }), 'sent'),
    },
  },
})
const { db, context } = app
const events: ChangeEvent[] = []
context.changeEvents.listen((event) => void events.push(event))
const installer = await app.asRole('installer', 'a')
const edgeAt = async () => {
  const stationId = await makeStation(db, app.now(), app.companies.a)
  return { stationId, ...(await makeEdge(db, app.now(), stationId)) }
}
const codeOf = (reply: Reply) => (reply.body as { error?: { code: string } } | null)?.error?.code
const search = (gatewayId: string, body: object = {}, caller: Caller = installer) =>
  caller.request(`POST /api/gateways/${gatewayId}/discoveries`, { body })
const diagnose = (gatewayId: string, body: object, caller: Caller = installer) =>
  caller.request(`POST /api/gateways/${gatewayId}/diagnoses`, { body })
const shown = async (gatewayId: string, caller: Caller = installer) =>
  ((await caller.request(`GET /api/gateways/${gatewayId}/edge`)).body as Edge).discovery
/** Sends what is queued, and gives what went to this edge. */
const goOut = async ({ sn }: { sn: string }): Promise<CommandRequest[]> => {
  sent.length = 0
  await sendQueued(context, app.now())
  return sent.filter(({ gateway }) => gateway === sn).map(({ message }) => message)
}
const say = async (sn: string, said: object, at = app.now()) => {
  const answer = { v: 1, ...said } as CommandResponse
  if (answer.stage === 'progress') return hearProgress(context, sn, answer, at)
  if (answer.stage === 'ended') throw new Error('not of a search')
  if (answer.stage === 'done') await keepResult(context, sn, answer, at)
  return applyAnswer(context, sn, answer, at)
}
const found = (url: string, sn: string | null, p = 1234) => ({
  url,
  profile: 'sunspec',
  brand: 'Fronius',
  model: 'Symo',
  devices: [{ sn, t: 'inverter', p }],
})

describe('a search of the network', () => {
  it('goes to the edge itself as a command of the ledger, tells how far it is, and what it found', async () => {
    const edge = await edgeAt()
    const asked = await search(edge.id, { ranges: ['192.168.1.0/24', '10.0.0.7'] })
    expect(asked.status).toBe(201)
    const [command] = await goOut(edge)
    expect(command).toMatchObject({
      op: 'discover',
      targets: [],
      args: { ranges: ['192.168.1.0/24', '10.0.0.7/32'] },
    })
    const id = command?.id ?? ''
    const one = found('modbus-tcp://192.168.1.20:502?unit=1', 'FRONIUS0001')
    for (const [done, tried] of [
      [1, '192.168.1.1'],
      [20, '192.168.1.20'],
      [20, '192.168.1.20'],
    ] as const)
      expect(
        await say(edge.sn, { id, stage: 'progress', done, total: 257, tried, found: done > 1 ? [one] : [] }),
      ).toBe('applied')
    expect(events.at(-1)).toEqual({ type: 'changed', stationId: edge.stationId, what: 'edges' })
    expect(await shown(edge.id)).toMatchObject({
      id,
      state: 'running',
      done: 20,
      total: 257,
      tried: ['192.168.1.1', '192.168.1.20'],
      found: [
        {
          url: one.url,
          brand: 'Fronius',
          devices: [{ sn: 'FRONIUS0001', kind: 'inverter', powerW: 1234, model: null }],
          taken: false,
          takenBy: null,
        },
      ],
    })
    expect(
      await say(edge.sn, {
        id,
        stage: 'done',
        results: [],
        found: [one, found('fronius://192.168.1.21', null)],
      }),
    ).toBe('applied')
    expect(await shown(edge.id)).toMatchObject({
      state: 'done',
      found: [{ url: one.url }, { url: 'fronius://192.168.1.21' }],
    })
    const ledger = await installer.request(`GET /api/commands/${id}`)
    expect(ledger.body).toMatchObject({ command: { op: 'discover', outcome: 'success' } })
    // What comes when it is over changes nothing.
    expect(await say(edge.sn, { id, stage: 'progress', done: 1, total: 2, tried: 'x', found: [] })).toBe(
      'over',
    )
    expect((await shown(edge.id))?.found).toHaveLength(2)
  })

  it('goes on as long as the edge says so, and ends when it falls silent', async () => {
    const edge = await edgeAt()
    await search(edge.id)
    const id = (await goOut(edge))[0]?.id ?? ''
    app.advance(60_000)
    for (let n = 1; n <= 10; n += 1) {
      await expireCommands(context, app.now())
      expect(
        await say(edge.sn, { id, stage: 'progress', done: n, total: 99, tried: `${n}`, found: [] }),
      ).toBe('applied')
      app.advance(PROGRESS_MS)
    }
    expect(await shown(edge.id)).toMatchObject({ state: 'running', done: 10 })
    app.advance(60_000)
    await expireCommands(context, app.now())
    expect(await shown(edge.id)).toMatchObject({ state: 'failed', code: 'no_answer' })
  })

  it('runs once at a time, and holds nothing else up', async () => {
    const edge = await edgeAt()
    expect((await search(edge.id)).status).toBe(201)
    expect(codeOf(await search(edge.id))).toBe('command_running')
    expect((await diagnose(edge.id, { what: 'log' })).status).toBe(201)
    expect((await installer.request(`POST /api/gateways/${edge.id}/scan`, { body: {} })).status).toBe(201)
  })

  it('says what is read already: by this edge, or by another gateway that the caller sees', async () => {
    const edge = await edgeAt()
    const other = await edgeAt()
    const foreign = await makeStation(db, app.now(), app.companies.b)
    const strange = await makeEdge(db, app.now(), foreign)
    const own = await makeDevice(db, app.now(), edge.stationId, 'inverter', { gatewayId: edge.id })
    const theirs = await makeDevice(db, app.now(), other.stationId, 'inverter', { gatewayId: other.id })
    const hidden = await makeDevice(db, app.now(), foreign, 'inverter', { gatewayId: strange.id })
    await search(edge.id)
    const id = (await goOut(edge))[0]?.id ?? ''
    const all = [own.sn, theirs.sn, hidden.sn].map((sn, n) => found(`modbus-tcp://192.168.5.${n + 1}`, sn))
    await say(edge.sn, { id, stage: 'done', results: [], found: all })
    // Serials of other companies are nothing that a search could be made to tell.
    expect((await shown(edge.id))?.found.map(({ takenBy }) => takenBy)).toEqual(['this', 'other', null])
  })

  it('E2: is held to private networks, and to so many addresses', async () => {
    const edge = await edgeAt()
    for (const ranges of [
      ['8.8.8.0/24'],
      ['192.168.0.0/16'],
      ['10.0.0.0/8'],
      ['127.0.0.1'],
      ['169.254.0.0/24'],
      ['fd00::/64'],
      [],
      Array(9).fill('192.168.1.1'),
      ['192.168.0.0/20', '10.0.0.1'],
    ])
      expect([ranges, codeOf(await search(edge.id, { ranges }))]).toEqual([ranges, 'edge_range'])
    expect((await search(edge.id, { ranges: ['192.168.0.0/20'] })).status).toBe(201)
  })
})

/** As it is now, what an answer began. */
const read = async (reply: Reply) => {
  const { id } = (reply.body as { diagnosis: Diagnosis }).diagnosis
  return ((await installer.request(`GET /api/diagnoses/${id}`)).body as { diagnosis: Diagnosis }).diagnosis
}

describe('a diagnosis', () => {
  it('brings the end of the log, registers of a device, or one reading of an address', async () => {
    const edge = await edgeAt()
    const log = await diagnose(edge.id, { what: 'log', lines: 50 })
    const [first] = await goOut(edge)
    expect(first).toMatchObject({ op: 'diagnose', args: { what: 'log', lines: 50 } })
    await say(edge.sn, { id: first?.id, stage: 'done', results: [], lines: ['one', 'two'] })
    expect(await read(log)).toMatchObject({ state: 'done', lines: ['one', 'two'], found: [] })

    const made = await installer.request(`POST /api/gateways/${edge.id}/edge-devices`, {
      body: { url: 'modbus-tcp://192.168.1.20', profile: null, intervalS: 10 },
    })
    const device = (made.body as { device: { id: string } }).device.id
    const registers = await installer.request(`POST /api/edge-devices/${device}/diagnoses`, {
      body: { table: 'holding', address: 40_000, count: 2 },
    })
    const [second] = await goOut(edge)
    expect(second?.args).toEqual({ what: 'read', device, table: 'holding', address: 40_000, count: 2 })
    await say(edge.sn, {
      id: second?.id,
      stage: 'done',
      results: [{ sn: edge.sn, ok: false, code: 'timeout' }],
    })
    expect(await read(registers)).toMatchObject({ state: 'failed', code: 'timeout' })

    const probe = await diagnose(edge.id, { what: 'probe', url: 'fronius://192.168.1.30' })
    const [third] = await goOut(edge)
    await say(edge.sn, {
      id: third?.id,
      stage: 'done',
      results: [],
      found: [found('fronius://192.168.1.30', 'F1234567')],
    })
    expect(await read(probe)).toMatchObject({ state: 'done', found: [{ url: 'fronius://192.168.1.30' }] })
  })

  it('E8: carries a secret sealed, and shows it nowhere', async () => {
    const edge = await edgeAt()
    const secret = 'the installer code 4711'
    const reply = await diagnose(edge.id, { what: 'probe', url: 'enphase://192.168.1.31', secret })
    const [command] = await goOut(edge)
    const args = command?.op === 'diagnose' && command.args.what === 'probe' ? command.args : null
    expect(await openSecret(edge.keys, args?.secret ?? '')).toBe(secret)
    const { rows } = await app.owner.query<{ row: string }>(
      'SELECT c::text AS row FROM command c UNION ALL SELECT a::text FROM audit a',
    )
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([])
    const ledger = await installer.request(`GET /api/commands/${command?.id}`)
    expect(ledger.body).toMatchObject({ command: { args: { what: 'probe', url: 'enphase://192.168.1.31' } } })
    for (const { text } of [reply, ledger])
      expect(text.includes(secret) || text.includes('"secret"')).toBe(false)
  })

  it('says what is missing, and E2: reads no public address', async () => {
    const edge = await edgeAt()
    expect(codeOf(await diagnose(edge.id, { what: 'probe' }))).toBe('required')
    expect(codeOf(await diagnose(edge.id, { what: 'probe', url: 'modbus-tcp://8.8.8.8' }))).toBe(
      'edge_address_public',
    )
  })
})

describe('E9: the network of others', () => {
  it('E9: is searched and read by nobody who does not manage the station, or lacks the permission for it', async () => {
    const edge = await edgeAt()
    await search(edge.id)
    const id = (await goOut(edge))[0]?.id ?? ''
    await say(edge.sn, {
      id,
      stage: 'done',
      results: [],
      found: [found('fronius://192.168.9.9', 'F7654321')],
    })
    const log = await diagnose(edge.id, { what: 'log' })
    const diagnosisId = (log.body as { diagnosis: Diagnosis }).diagnosis.id
    const stranger = await app.newCaller('installer', 'b')
    const tries = [
      await search(edge.id, {}, stranger),
      await diagnose(edge.id, { what: 'log' }, stranger),
      await stranger.request(`GET /api/diagnoses/${diagnosisId}`),
      await stranger.request(`GET /api/gateways/${edge.id}/edge`),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const maintainer = await app.newCaller('maintainer', 'a')
    const lacking = [
      await search(edge.id, {}, maintainer),
      await diagnose(edge.id, { what: 'log' }, maintainer),
      await maintainer.request(`GET /api/diagnoses/${diagnosisId}`),
    ]
    expect(lacking.map(({ status }) => status)).toEqual([403, 403, 403])
    // Who sees the station sees its list, and not what else stands in the network.
    expect([await shown(edge.id, maintainer), (await shown(edge.id))?.found.length]).toEqual([null, 1])
  })

  it('E9: an edge speaks of no search of another', async () => {
    const [edge, other] = [await edgeAt(), await edgeAt()]
    await search(edge.id)
    const id = (await goOut(edge))[0]?.id ?? ''
    const said = { id, stage: 'progress', done: 1, total: 1, tried: '', found: [] }
    expect(await say(other.sn, said)).toBe('foreign')
    await keepResult(context, other.sn, { v: 1, id, stage: 'done', results: [], lines: ['x'] }, app.now())
    expect(await shown(edge.id)).toMatchObject({ state: 'running', done: null, found: [] })
  })
})
