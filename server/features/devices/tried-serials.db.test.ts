import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { dropOldGuesses } from '#server/features/accounts/guesses.ts'
import type { Caller, Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { makeDevice, makeRegistered, newDevice, newSerial } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'

const app = await testApp({ settings: { trustProxy: true } as never })
const { db } = app
const installer = await app.asRole('installer', 'a')
const other = await app.asRole('installer', 'b')
const mine = await makeStation(db, app.now(), app.companies.a)
const theirs = await makeStation(db, app.now(), app.companies.b)
const HOUR = 3_600_000

const made = async (stationId: string, count: number): Promise<string[]> => {
  const sns: string[] = []
  for (let n = 0; n < count; n += 1)
    sns.push((await makeDevice(db, app.now(), stationId, 'optimizer', { sn: newSerial('optimizer') })).sn)
  return sns
}
const foreign = await made(theirs, 70)
const own = await made(mine, 120)

type From = { caller?: Caller; address?: string }
const call = (route: string, body: object, { caller = installer, address = '198.51.100.1' }: From = {}) =>
  caller.request(route, { body, headers: { 'x-forwarded-for': address } })
const check = (sns: readonly string[], from?: From): Promise<Reply> =>
  call(`POST /api/stations/${mine}/devices/check`, { sns }, from)
const codeOf = (reply: Reply): string | undefined =>
  (reply.body as { error?: { code: string } } | null)?.error?.code

beforeEach(async () => {
  app.advance(25 * HOUR)
  await dropOldGuesses(db, app.now())
})

describe('Z10: serials of others', () => {
  it('Z10: are told to one account 60 times an hour, whatever the list is halved into, and the hour flows back', async () => {
    expect((await check(foreign.slice(0, 60))).status).toBe(200)
    const refused = await call(
      `POST /api/stations/${mine}/devices/check`,
      { sns: foreign.slice(60, 61) },
      { address: '198.51.100.2' },
    )
    expect([refused.status, codeOf(refused), Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      'too_many_serials',
      60,
    ])
    expect((refused.body as { error: { message: string } }).error.message).not.toBe('')
    app.advance(60_000)
    expect((await check(foreign.slice(60, 61))).status).toBe(200)
    expect((await check(foreign.slice(61, 62))).status).toBe(429)
  })

  it('Z10: a list with more of them than the hour has room for says nothing, and the room is gone', async () => {
    const reply = await check(foreign)
    expect([reply.status, codeOf(reply)]).toEqual([429, 'too_many_serials'])
    expect((await check(foreign.slice(0, 1))).status).toBe(429)
    expect((await check(own.slice(0, 1))).status).toBe(200)
  })

  it('Z10: count wherever a serial can be tried: asking, adding, adding a gateway, putting one in place of another', async () => {
    const gateway = await makeDevice(db, app.now(), theirs, 'gateway')
    const registered = await makeRegistered(db, app.now(), { claimCode: 'K7Q2-99XW' })
    const [first = '', ...more] = foreign
    const old = await makeDevice(db, app.now(), mine, 'optimizer')
    const oldGateway = await makeDevice(db, app.now(), mine, 'gateway')
    const ways: [string, () => Promise<Reply>][] = [
      ['asked', () => check([first])],
      ['added', () => call(`POST /api/stations/${mine}/devices`, { devices: [newDevice({ sn: first })] })],
      ...[gateway.sn, registered].map(
        (sn) =>
          [
            'a gateway',
            () =>
              call(`POST /api/stations/${mine}/gateways`, { id: randomUUID(), sn, name: '', model: 'EMU-2' }),
          ] as [string, () => Promise<Reply>],
      ),
      ['in its place', () => call(`POST /api/devices/${old.id}/replace`, { id: randomUUID(), sn: first })],
      [
        'a gateway in its place',
        () => call(`POST /api/devices/${oldGateway.id}/replace`, { id: randomUUID(), sn: gateway.sn }),
      ],
    ]
    // Each way takes one of 60; then one is left, and none.
    for (const [, way] of ways) expect(codeOf(await way())).not.toBe('too_many_serials')
    expect((await check(more.slice(0, 60 - ways.length))).status).toBe(200)
    for (const [name, way] of ways) expect([name, codeOf(await way())]).toEqual([name, 'too_many_serials'])
  })

  it('Z10: several accounts at one address share what the address may try', async () => {
    const address = '203.0.113.7'
    for (let n = 0; n < 4; n += 1) {
      const caller = await app.newCaller('installer', 'a')
      expect((await check(foreign.slice(0, 60), { caller, address })).status).toBe(200)
    }
    const fifth = await app.newCaller('installer', 'a')
    expect((await check(foreign.slice(0, 1), { caller: fifth, address })).status).toBe(429)
    expect((await check(foreign.slice(0, 1), { caller: fifth, address: '203.0.113.8' })).status).toBe(200)
  })

  it('Z10: whoever enters a large site honestly is not held up: 4,000 new ones, its own again and again, some typed wrong', async () => {
    const station = await makeStation(db, app.now(), app.companies.a)
    for (let batch = 0; batch < 8; batch += 1) {
      const devices = Array.from({ length: 500 }, () => newDevice({}))
      const sns = devices.map(({ sn }) => sn)
      const asked = await call(`POST /api/stations/${station}/devices/check`, { sns })
      expect([batch, asked.status]).toEqual([batch, 200])
      if (batch > 0) continue
      const added = await call(`POST /api/stations/${station}/devices`, { devices })
      expect([batch, added.status]).toEqual([batch, 201])
    }
    for (let again = 0; again < 3; again += 1) expect((await check(own)).status).toBe(200)
    expect((await check(foreign.slice(0, 5))).status).toBe(200)
  })

  it('Z10: asking for ranges of serials that nobody has added ends too', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1)
      statuses.push((await check(Array.from({ length: 500 }, () => newSerial('optimizer')))).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })
})

describe('Z10: a claim code', () => {
  it('Z10: of somebody whom strangers guess beside gets its gateway, while the strangers wait', async () => {
    const sn = await makeRegistered(db, app.now(), { claimCode: 'RIGHT-0001' })
    const claim = (from: From, stationId: string, claimCode: string) =>
      call(
        `POST /api/stations/${stationId}/gateways`,
        { id: randomUUID(), sn, name: '', model: 'EMU-2', claimCode },
        from,
      )
    const stranger = { caller: other, address: '198.51.100.1' }
    let last = 0
    for (let n = 0; n < 40; n += 1) last = (await claim(stranger, theirs, `WRONG-${n}`)).status
    expect(last).toBe(429)
    // The right code of a guesser waits; a colleague of the guesser waits, too.
    expect((await claim(stranger, theirs, 'RIGHT-0001')).status).toBe(429)
    const colleague = await app.newCaller('installer', 'b')
    expect((await claim({ caller: colleague, address: '203.0.113.9' }, theirs, 'RIGHT-0001')).status).toBe(
      429,
    )
    // The rightful one sits behind the same address and mistypes twice.
    expect((await claim({}, mine, 'RIGHT-0O0l')).status).toBe(403)
    expect((await claim({}, mine, 'RIGHT-O0O1')).status).toBe(403)
    expect((await claim({}, mine, 'RIGHT-0001')).status).toBe(201)
  })

  it('Z10: guessed by many companies ends for each after its own few', async () => {
    const sn = await makeRegistered(db, app.now(), { claimCode: 'RIGHT-0001' })
    const answers: number[] = []
    for (const [tenant, stationId] of [
      ['b', theirs],
      ['a', mine],
    ] as const)
      for (let n = 0; n < 40; n += 1) {
        const caller = tenant === 'a' ? installer : other
        const body = { id: randomUUID(), sn, name: '', model: 'EMU-2', claimCode: `WRONG-${n}` }
        answers.push((await call(`POST /api/stations/${stationId}/gateways`, body, { caller })).status)
      }
    // The first may guess what the policy leaves free, everybody after it only a few times.
    expect(answers.slice(0, 40).filter((status) => status === 403)).toHaveLength(10)
    expect(answers.slice(40).filter((status) => status === 403)).toHaveLength(3)
  })
})
