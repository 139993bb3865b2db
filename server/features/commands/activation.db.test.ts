import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CommandAnswer } from '#contract/mqtt/command.ts'
import type { AnswerOf } from '#contract/http/route.ts'
import type { commandRoutes } from '#contract/http/commands.ts'
import { type Reply, testApp } from '#tests/app.ts'
import { makeDevice, setLatest, setLink } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { applyAnswer } from './apply-answer.ts'

const app = await testApp()
const { db, context } = app
const installer = await app.asRole('installer')
type Answer<Key extends keyof typeof commandRoutes> = AnswerOf<(typeof commandRoutes)[Key]>
type Activated = Answer<'POST /api/stations/{stationId}/activation'>
type Commissioning = Answer<'GET /api/stations/{stationId}/commissioning'>
const errorOf = (reply: Reply) => (reply.body as { error: { code: string; current?: unknown } }).error

const makeSite = async (gateways: readonly boolean[]) => {
  const stationId = await makeStation(db, app.now(), app.companies.a)
  const made = []
  for (const connected of gateways) {
    const gateway = await makeDevice(db, app.now(), stationId, 'gateway')
    await setLink(db, gateway.id, { connected, ...(connected ? { birthAt: app.now() } : {}) })
    const inverter = await makeDevice(db, app.now(), stationId, 'inverter', { gatewayId: gateway.id })
    made.push({ ...gateway, inverter })
  }
  return { stationId, gateways: made }
}
const activate = (stationId: string, gatewayIds: string[], allowPartly?: boolean) =>
  installer.request(`POST /api/stations/${stationId}/activation`, {
    body: { gatewayIds, ...(allowPartly === undefined ? {} : { allowPartly }) },
  })
const activatedAt = async (ids: string[]) => {
  const rows = await db.selectFrom('device').select(['id', 'activated_at']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.activated_at ?? null)
}
const commandCount = async (stationId: string) =>
  (await db.selectFrom('command').select('id').where('station_id', '=', stationId).execute()).length

describe('activation', () => {
  it('refuses when all chosen gateways are offline, whatever is allowed', async () => {
    const { stationId, gateways } = await makeSite([false, false])
    for (const allowPartly of [undefined, true]) {
      const reply = await activate(
        stationId,
        gateways.map(({ id }) => id),
        allowPartly,
      )
      expect([reply.status, errorOf(reply).code]).toEqual([409, 'all_offline'])
    }
    expect(await commandCount(stationId)).toBe(0)
  })

  it("asks the specification's question when some are offline, and goes on without them when told to", async () => {
    const { stationId, gateways } = await makeSite([true, false])
    const ids = gateways.map(({ id }) => id)
    const asked = await activate(stationId, ids)
    expect([asked.status, errorOf(asked)]).toMatchObject([
      409,
      {
        code: 'some_offline',
        message: '部分网关离线，是否继续激活？',
        current: { offline: [ids[1]] },
      },
    ])
    expect(await commandCount(stationId)).toBe(0)
    const reply = await activate(stationId, ids, true)
    expect(reply.status).toBe(201)
    const { commands, left } = reply.body as Activated
    expect(left).toEqual([ids[1]])
    expect(commands.map((one) => [one.gateway.id, one.op, one.state, one.outcome])).toEqual([
      [ids[0], 'activate', 'queued', 'in_progress'],
    ])
  })

  it('counts a gateway as offline that has a connection and was silent for three intervals', async () => {
    const { stationId, gateways } = await makeSite([true])
    await setLink(db, gateways[0]?.id ?? '', { connected: true, birthAt: app.now() - 24 * 3_600_000 })
    const reply = await activate(stationId, [gateways[0]?.id ?? ''])
    expect(errorOf(reply).code).toBe('all_offline')
  })

  it('sets the first activation time of the gateway and of the children it names, once, by the clock of the server', async () => {
    const { stationId, gateways } = await makeSite([true])
    const [gateway] = gateways
    if (!gateway) throw new Error('no gateway')
    const silent = await makeDevice(db, app.now(), stationId, 'optimizer', { gatewayId: gateway.id })
    const elsewhere = await makeSite([true])
    const stranger = elsewhere.gateways[0]?.inverter ?? gateway.inverter
    const ids = [gateway.id, gateway.inverter.id, silent.id, stranger.id]
    const answer = async (at: number) => {
      const { commands } = (await activate(stationId, [gateway.id])).body as Activated
      const response = {
        v: 1,
        id: commands[0]?.id,
        stage: 'done',
        ts: 1,
        results: [
          { sn: gateway.inverter.sn, ok: true, after: { activated: true } },
          { sn: silent.sn, ok: false, code: 'no_answer' },
          { sn: stranger.sn, ok: true },
        ],
      } as CommandAnswer
      return applyAnswer(context, gateway.sn, response, at)
    }
    const at = app.now() + 4_000
    expect(await answer(at)).toBe('applied')
    expect(await activatedAt(ids)).toEqual([at, at, null, null])
    expect(await answer(at + 60_000)).toBe('applied')
    expect(await activatedAt(ids)).toEqual([at, at, null, null])
  })

  it('activates nothing when the gateway says no', async () => {
    const { stationId, gateways } = await makeSite([true])
    const gateway = gateways[0]
    const { commands } = (await activate(stationId, [gateway?.id ?? ''])).body as Activated
    const id = commands[0]?.id ?? ''
    await applyAnswer(context, gateway?.sn ?? '', { v: 1, id, stage: 'rejected', code: 'busy' }, app.now())
    expect(await activatedAt([gateway?.id ?? ''])).toEqual([null])
    const { command } = (await installer.request(`GET /api/commands/${id}`)).body as { command: unknown }
    expect(command).toMatchObject({ state: 'rejected', outcome: 'fail', code: 'busy' })
  })

  it('C6: a gateway with an open command is not told again: the first is named', async () => {
    const { stationId, gateways } = await makeSite([true, true])
    const ids = gateways.map(({ id }) => id)
    const first = (await activate(stationId, ids.slice(0, 1))).body as Activated
    const reply = await activate(stationId, ids)
    expect([reply.status, errorOf(reply)]).toMatchObject([
      409,
      { code: 'command_running', current: { commandId: first.commands[0]?.id, op: 'activate' } },
    ])
    expect(await commandCount(stationId)).toBe(1)
  })

  it('C1: 20 taps with one key are one command', async () => {
    const { stationId, gateways } = await makeSite([true])
    const body = { gatewayIds: [gateways[0]?.id ?? ''] }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        installer.request(`POST /api/stations/${stationId}/activation`, { body, headers }),
      ),
    )
    const codes = new Set(replies.map((reply) => (reply.status === 201 ? '201' : errorOf(reply).code)))
    expect([...codes].filter((code) => !['201', 'key_running'].includes(code))).toEqual([])
    expect(await commandCount(stationId)).toBe(1)
  })

  it('is not for who only sees the station', async () => {
    const { stationId, gateways } = await makeSite([true])
    const maintainer = await app.asRole('maintainer')
    const reply = await maintainer.request(`POST /api/stations/${stationId}/activation`, {
      body: { gatewayIds: [gateways[0]?.id ?? ''] },
    })
    expect(reply.status).toBe(403)
  })
})

/** The key was given back, as it is when nobody can know. */
const again = async (path: string, body: object) => {
  const headers = { 'idempotency-key': randomUUID() }
  const first = await installer.request(path, { body, headers })
  await app.owner.query('DELETE FROM idempotency')
  const second = await installer.request(path, { body, headers })
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
}

describe('L3: a call whose answer was lost with the database, after it was done', () => {
  it('does not look for devices twice', async () => {
    const { stationId, gateways } = await makeSite([true])
    await again(`POST /api/gateways/${gateways[0]?.id}/scan`, {})
    expect(await commandCount(stationId)).toBe(1)
  })

  it('does not activate twice', async () => {
    const { stationId, gateways } = await makeSite([true, true, false])
    const gatewayIds = gateways.map(({ id }) => id)
    await again(`POST /api/stations/${stationId}/activation`, { gatewayIds, allowPartly: true })
    expect(await commandCount(stationId)).toBe(2)
  })
})

describe('commands of a station', () => {
  it('pages through them, newest first, none twice', async () => {
    const { stationId, gateways } = await makeSite([true, true, true, true, true])
    for (const { id } of gateways) {
      app.advance(1_000)
      await installer.request(`POST /api/gateways/${id}/scan`, { body: {} })
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const path = `GET /api/stations/${stationId}/commands?limit=2${cursor ? `&cursor=${cursor}` : ''}`
      const page = (await installer.request(path)).body as Answer<'GET /api/stations/{stationId}/commands'>
      seen.push(...page.commands.map(({ gateway }) => gateway.id))
      cursor = page.next
    }
    expect(seen).toEqual(gateways.map(({ id }) => id).toReversed())
  })
})

describe('commissioning', () => {
  it('shows each check with its numbers, and the serials that are missing', async () => {
    const { stationId, gateways } = await makeSite([true, false])
    const [first, second] = gateways
    if (!first || !second) throw new Error('no gateways')
    const missing = await makeDevice(db, app.now(), stationId, 'optimizer', {
      gatewayId: first.id,
      reportedByGateway: false,
      stringNo: 2,
    })
    await db
      .updateTable('gateway_link')
      .set({ csq: 12, clock_offset_ms: -90_000, inventory_at: new Date(app.now()), inventory_rev: 1 })
      .where('device_id', '=', first.id)
      .execute()
    await db.updateTable('device').set({ sw: '2.1.7', net_mode: '4g' }).where('id', '=', first.id).execute()
    await setLatest(db, first.inverter.no, { ts: app.now(), p: 8_650, eTotWh: 43_934_840 })
    const reply = await installer.request(`GET /api/stations/${stationId}/commissioning`)
    const { gateways: shown } = reply.body as Commissioning
    expect(shown.map(({ id, online }) => [id, online])).toEqual([
      [first.id, true],
      [second.id, false],
    ])
    const now = app.now()
    expect(shown[0]?.checks).toEqual([
      { key: 'connected', state: 'done', since: now, goneAt: null },
      { key: 'report', state: 'done', since: now, lastAt: now, intervalMin: 5 },
      { key: 'clock', state: 'problem', since: now, offsetMs: -90_000, limitMs: 60_000 },
      { key: 'signal', state: 'problem', since: now, csq: 12, bars: 2, neededBars: 3, netMode: '4g' },
      { key: 'firmware', state: 'done', since: now, version: '2.1.7', hardware: '' },
      {
        key: 'devices',
        state: 'problem',
        since: now,
        expected: 2,
        found: 1,
        missing: [{ id: missing.id, kind: 'optimizer', sn: missing.sn, stringNo: 2 }],
        quarantined: 0,
      },
      {
        key: 'energy',
        state: 'done',
        since: now,
        inverters: 1,
        counting: 1,
        energyTotalWh: 43_934_840,
        powerW: 8_650,
      },
      { key: 'activated', state: 'waiting', since: null, at: null, children: 2, activated: 0 },
    ])
    expect(new Set(shown[1]?.checks.map(({ state }) => state))).toEqual(new Set(['waiting']))
  })

  it('shows the newest activation of each gateway and how far it is', async () => {
    const { stationId, gateways } = await makeSite([true])
    const { commands } = (await activate(stationId, [gateways[0]?.id ?? ''])).body as Activated
    const reply = await installer.request(`GET /api/stations/${stationId}/commissioning`)
    expect((reply.body as Commissioning).gateways[0]?.activation).toEqual(commands[0])
  })
})
