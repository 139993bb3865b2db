import { describe, expect, it } from 'vitest'
import type { CommandAnswer } from '#contract/mqtt/command.ts'
import { ANSWER_MS } from '#domain/commands/command-times.ts'
import { testApp } from '#tests/app.ts'
import { makeCommand } from '#tests/factories/commands.ts'
import { makeDevice, setLink } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { applyAnswer } from './apply-answer.ts'
import { expireCommands } from './expire-commands.ts'
import { cancelOpen, enqueue } from './outbox.ts'
import { sendQueued } from './send-commands.ts'

type Sent = { gateway: string; message: { id: string; op: string; targets: string[]; exp: number } }
const sent: Sent[] = []
let delivery: 'sent' | 'offline' | 'busy' | 'broken' = 'sent'
const app = await testApp({
  context: {
    devices: {
      sendConfig: async () => {},
      sendCommand: async (gateway, message) => {
        if (delivery === 'broken') throw new Error('no answer from the broker')
        if (delivery === 'sent') sent.push({ gateway, message })
        return delivery
      },
    },
  },
})
const { db, context } = app
const newStation = () => makeStation(db, app.now(), app.companies.a)
const read = async (id: string) => {
  const row = await db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const targets = await db.selectFrom('command_target').selectAll().where('command_id', '=', id).execute()
  return { ...row, targets }
}
const sentTo = (gateway: string) => sent.filter((one) => one.gateway === gateway)
const done = (id: string, ...results: { sn: string; ok: boolean; after?: object }[]): CommandAnswer =>
  ({ v: 1, id, stage: 'done', results }) as CommandAnswer
const accepted = (id: string): CommandAnswer => ({ v: 1, id, stage: 'accepted' })
const lateNotes = async (id: string) =>
  db.selectFrom('audit').select('action').where('object_id', '=', id).orderBy('id').execute()

/** A gateway with a shutdown device behind it, switched off: queued. */
const makeSwitch = async () => {
  const stationId = await newStation()
  const gateway = await makeDevice(db, app.now(), stationId, 'gateway')
  await setLink(db, gateway.id, { connected: true, birthAt: app.now() })
  const target = await makeDevice(db, app.now(), stationId, 'shutdown', { gatewayId: gateway.id })
  const id = await enqueue(db, {
    stationId,
    gatewayId: gateway.id,
    op: 'switch',
    args: { on: false },
    targets: [target],
    createdBy: null,
    now: app.now(),
  })
  return { id, gateway, target, stationId }
}

describe('sending', () => {
  it('sends a queued command once, with its id, targets and end, and notes when', async () => {
    const { id, gateway, target } = await makeSwitch()
    expect(await sendQueued(context, app.now())).toBe(1)
    expect(await sendQueued(context, app.now())).toBe(0)
    expect(sentTo(gateway.sn)).toEqual([
      {
        gateway: gateway.sn,
        message: {
          v: 1,
          id,
          op: 'switch',
          targets: [target.sn],
          args: { on: false },
          exp: app.now() + 120_000,
        },
      },
    ])
    expect(await read(id)).toMatchObject({ state: 'sent', sent_at: app.now() })
  })

  it('names no target when it is the gateway itself', async () => {
    const { sn } = await makeCommand(db, app.now(), await newStation(), { op: 'activate' })
    await sendQueued(context, app.now())
    expect(sentTo(sn)[0]?.message.targets).toEqual([])
  })

  it('C7: keeps a command for a gateway that is away, and sends it at its return', async () => {
    const { id, gatewayId, sn } = await makeCommand(db, app.now(), await newStation())
    await setLink(db, gatewayId, { connected: false })
    await sendQueued(context, app.now())
    expect([sentTo(sn).length, (await read(id)).state]).toEqual([0, 'queued'])
    await setLink(db, gatewayId, { connected: true, birthAt: app.now() })
    await sendQueued(context, app.now())
    expect([sentTo(sn).length, (await read(id)).state]).toEqual([1, 'sent'])
  })

  it('C7: never sends what has expired while its gateway was away, nor to its successor', async () => {
    const { id, gatewayId, sn } = await makeCommand(db, app.now(), await newStation())
    await setLink(db, gatewayId, { connected: false })
    const { expires_at: expiresAt } = await read(id)
    await setLink(db, gatewayId, { connected: true, birthAt: expiresAt })
    // Also before the job has come to end it.
    await sendQueued(context, expiresAt)
    await expireCommands(context, expiresAt)
    await sendQueued(context, expiresAt + 1)
    expect(sentTo(sn)).toEqual([])
    expect(await read(id)).toMatchObject({ state: 'expired', ended_at: expiresAt, sent_at: null })
  })

  it.each(['offline', 'busy', 'broken'] as const)(
    'keeps a command that a gateway does not take (%s), and goes on with others',
    async (how) => {
      const first = await makeCommand(db, app.now(), await newStation())
      delivery = how
      expect(await sendQueued(context, app.now())).toBe(0)
      delivery = 'sent'
      expect((await read(first.id)).state).toBe('queued')
      expect(await sendQueued(context, app.now())).toBe(1)
    },
  )

  it("sends a gateway's commands in the order they were given", async () => {
    const stationId = await newStation()
    const { gatewayId, sn, id } = await makeCommand(db, app.now(), stationId)
    const ids = [id]
    for (let n = 0; n < 4; n += 1) {
      const child = await makeDevice(db, app.now(), stationId, 'optimizer', { gatewayId })
      const command = { stationId, gatewayId, op: 'read', targets: [child], createdBy: null } as const
      ids.push(await enqueue(db, { ...command, now: app.now() + n + 1 }))
    }
    await sendQueued(context, app.now())
    expect(sentTo(sn).map(({ message }) => message.id)).toEqual(ids)
  })

  it('C1: several servers that send at the same time send each command once', async () => {
    const stationId = await newStation()
    const made = await Promise.all(Array.from({ length: 12 }, () => makeCommand(db, app.now(), stationId)))
    const before = sent.length
    const counts = await Promise.all(Array.from({ length: 6 }, () => sendQueued(context, app.now())))
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(12)
    const ids = sent.slice(before).map(({ message }) => message.id)
    expect(ids.toSorted()).toEqual(made.map(({ id }) => id).toSorted())
  })
})

describe('C6: one open command a device', () => {
  it('C6: refuses the second and names the first, also when 20 come at once', async () => {
    const { target, gateway, stationId } = await makeSwitch()
    const other = await makeDevice(db, app.now(), stationId, 'shutdown', { gatewayId: gateway.id })
    const command = {
      stationId,
      gatewayId: gateway.id,
      op: 'switch',
      args: { on: true },
      targets: [other],
      createdBy: null,
      now: app.now(),
    } as const
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => db.transaction().execute((trx) => enqueue(trx, command))),
    )
    const made = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(made).toHaveLength(1)
    const refusals = attempts.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    const first = { commandId: made[0], op: 'switch', state: 'queued', sn: other.sn }
    expect(refusals).toHaveLength(19)
    expect(refusals).toEqual(
      refusals.map(() =>
        expect.objectContaining({
          code: 'command_running',
          detail: { current: expect.objectContaining(first) },
        }),
      ),
    )
    const both = { ...command, targets: [other, target] }
    await expect(db.transaction().execute((trx) => enqueue(trx, both))).rejects.toMatchObject({
      code: 'command_running',
    })
    const left = await db.selectFrom('command').selectAll().where('station_id', '=', stationId).execute()
    expect(left).toHaveLength(2)
  })

  it('C6: lets the next one in when the first has ended', async () => {
    const { id, gatewayId, sn } = await makeCommand(db, app.now(), await newStation())
    const { station_id: stationId } = await read(id)
    await sendQueued(context, app.now())
    await applyAnswer(context, sn, done(id), app.now())
    const next = {
      stationId,
      gatewayId,
      op: 'scan',
      targets: [{ id: gatewayId, sn }],
      createdBy: null,
    } as const
    expect(await enqueue(db, { ...next, now: app.now() })).not.toBe(id)
  })
})

describe('answers', () => {
  it('moves from sent over accepted to verified, and says when', async () => {
    const { id, sn } = await makeCommand(db, app.now(), await newStation())
    await sendQueued(context, app.now())
    expect(await applyAnswer(context, sn, accepted(id), app.now() + 1_000)).toBe('applied')
    expect(await read(id)).toMatchObject({ state: 'accepted', accepted_at: app.now() + 1_000 })
    expect(await applyAnswer(context, sn, done(id), app.now() + 2_000)).toBe('applied')
    const row = await read(id)
    expect(row).toMatchObject({ state: 'verified', ended_at: app.now() + 2_000 })
    expect(row.targets).toMatchObject([{ open: false, ok: true }])
  })

  it('keeps what a gateway says when it does not do it', async () => {
    const { id, sn } = await makeCommand(db, app.now(), await newStation())
    await sendQueued(context, app.now())
    await applyAnswer(context, sn, { v: 1, id, stage: 'rejected', code: 'busy' }, app.now())
    expect(await read(id)).toMatchObject({ state: 'rejected', code: 'busy', targets: [{ open: false }] })
  })

  it('C4: hears no other gateway, no unknown id and no doubled answer', async () => {
    const stationId = await newStation()
    const { id, sn } = await makeCommand(db, app.now(), stationId)
    const foreign = await makeCommand(db, app.now(), await newStation())
    await sendQueued(context, app.now())
    const before = await read(id)
    expect(await applyAnswer(context, foreign.sn, done(id), app.now())).toBe('foreign')
    expect(await applyAnswer(context, 'GWNOBODY0001', done(id), app.now())).toBe('unknown')
    expect(await applyAnswer(context, sn, done('c-01J8Z'), app.now())).toBe('unknown')
    expect(await applyAnswer(context, sn, done('5b8c2b7e-0000-4000-8000-000000000000'), app.now())).toBe(
      'unknown',
    )
    expect(await read(id)).toEqual(before)
    await applyAnswer(context, sn, accepted(id), app.now() + 1)
    const first = await read(id)
    expect(await applyAnswer(context, sn, accepted(id), app.now() + 5)).toBe('late')
    expect(await read(id)).toEqual(first)
    await applyAnswer(context, sn, done(id), app.now() + 10)
    const ended = await read(id)
    for (let n = 0; n < 3; n += 1)
      expect(await applyAnswer(context, sn, done(id, { sn, ok: false }), app.now() + 20)).toBe('late')
    expect(await read(id)).toEqual(ended)
    expect(await lateNotes(id)).toEqual([{ action: 'command.late-done' }])
  })

  it('C4: hears no gateway whose device was removed, though its serial lives on elsewhere', async () => {
    const { id, gatewayId, sn } = await makeCommand(db, app.now(), await newStation())
    await sendQueued(context, app.now())
    await db
      .updateTable('device')
      .set({ removed_at: new Date(app.now()) })
      .where('id', '=', gatewayId)
      .execute()
    await makeDevice(db, app.now(), await makeStation(db, app.now(), app.companies.b), 'gateway', { sn })
    expect(await applyAnswer(context, sn, done(id), app.now())).toBe('foreign')
    expect((await read(id)).state).toBe('sent')
  })

  it('C2: without an answer it stays in progress, then is abnormal; it is not sent again and never a success', async () => {
    const { id, sn } = await makeCommand(db, app.now(), await newStation())
    await sendQueued(context, app.now())
    const over = (await read(id)).expires_at + ANSWER_MS
    await expireCommands(context, over - 1)
    await sendQueued(context, over - 1)
    expect((await read(id)).state).toBe('sent')
    await expireCommands(context, over)
    await sendQueued(context, over)
    expect(await read(id)).toMatchObject({ state: 'unverified', code: 'no_answer', ended_at: over })
    expect(sentTo(sn)).toHaveLength(1)
  })

  it.each([
    ['one second before its time is over', -1_000, 'applied', 'verified'],
    ['one second after', 1_000, 'late', 'unverified'],
    ['one day after', 86_400_000, 'late', 'unverified'],
  ] as const)('C3: an answer %s (%i ms): %s, %s', async (_, offset, outcome, state) => {
    const { id, sn } = await makeCommand(db, app.now(), await newStation())
    await sendQueued(context, app.now())
    const over = (await read(id)).expires_at + ANSWER_MS
    // No job has run meanwhile: the arrival decides.
    expect(await applyAnswer(context, sn, done(id), over + offset)).toBe(outcome)
    expect((await read(id)).state).toBe(state)
    expect(await lateNotes(id)).toEqual(outcome === 'late' ? [{ action: 'command.late-done' }] : [])
    await expireCommands(context, over + 2 * 86_400_000)
    expect((await read(id)).state).toBe(state)
  })

  it('C8: believes an answer to a command that was published and not noted, and does not send it again', async () => {
    const { id, sn } = await makeCommand(db, app.now(), await newStation())
    await applyAnswer(context, sn, accepted(id), app.now() + 100)
    await sendQueued(context, app.now() + 200)
    expect(sentTo(sn)).toEqual([])
    expect(await read(id)).toMatchObject({ state: 'accepted', sent_at: app.now() + 100 })
  })
})

const proofOf = async (id: string) =>
  db.selectFrom('command').selectAll().where('proof_of', '=', id).execute()

describe('C5: what only a reading proves', () => {
  it.each([
    ['shows it', false, 'verified', null],
    ['shows the opposite', true, 'unverified', 'contradicted'],
  ] as const)('C5: a read follows at once, and %s', async (_, closed, state, code) => {
    const { id, gateway, target } = await makeSwitch()
    await sendQueued(context, app.now())
    const told = done(id, { sn: target.sn, ok: true, after: { closed: false } })
    await applyAnswer(context, gateway.sn, told, app.now())
    await applyAnswer(context, gateway.sn, told, app.now())
    expect((await read(id)).state).toBe('accepted')
    const [proof, ...more] = await proofOf(id)
    expect([proof?.op, more.length]).toEqual(['read', 0])
    await sendQueued(context, app.now())
    expect(sentTo(gateway.sn).map(({ message }) => message.op)).toEqual(['switch', 'read'])
    await applyAnswer(
      context,
      gateway.sn,
      done(proof?.id ?? '', { sn: target.sn, ok: true, after: { closed } }),
      app.now(),
    )
    expect(await read(id)).toMatchObject({ state, code })
  })

  it('C5: without a reading it is abnormal when its time is over', async () => {
    const { id, gateway, target } = await makeSwitch()
    await sendQueued(context, app.now())
    await applyAnswer(context, gateway.sn, done(id, { sn: target.sn, ok: true }), app.now())
    await expireCommands(context, app.now() + 600_000)
    expect((await read(id)).state).toBe('unverified')
    expect((await proofOf(id)).map(({ state }) => state)).toEqual(['expired'])
  })
})

describe('devices that go', () => {
  it('Z13: what was queued ends as cancelled, what was sent as abnormal, and nothing goes out any more', async () => {
    const waits = await makeSwitch()
    const { id, gatewayId, sn } = await makeCommand(db, app.now(), await newStation())
    await setLink(db, waits.gateway.id, { connected: false })
    await sendQueued(context, app.now())
    const ended = await db
      .transaction()
      .execute((trx) => cancelOpen(trx, [waits.target.id, gatewayId], app.now() + 1))
    expect(ended).toBe(2)
    expect(await read(waits.id)).toMatchObject({ state: 'cancelled', code: 'device_removed' })
    expect(await read(id)).toMatchObject({ state: 'unverified', targets: [{ open: false }] })
    await setLink(db, waits.gateway.id, { connected: true, birthAt: app.now() })
    await sendQueued(context, app.now())
    expect([sentTo(waits.gateway.sn), sentTo(sn).length]).toEqual([[], 1])
  })
})
