// Longer than other files: every row of commands and firmware is tried on one server with one simulated fleet.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { encodeFirmwareChunk, firmwareOrder } from '#contract/mqtt/firmware.ts'
import { distributionMs, transferMs } from '#domain/upgrades/estimate.ts'
import { applyProgress } from '#server/features/upgrades/apply-progress.ts'
import { serveChunks } from '#server/features/upgrades/serve-chunks.ts'
import { record } from '#server/platform/audit/audit.ts'
import { type Caller, type Reply, testApp } from '../app.ts'
import { testPassword } from '../factories/accounts.ts'
import {
  acceptTestKeys,
  farAway,
  imageBytes,
  imageSpec,
  makePackage,
  makeUpgrade,
  newSigner,
  packageBytes,
  testSigner,
} from '../factories/upgrades.ts'
import { tablesHolding } from '../trust/rows.ts'
import { hasEnded, taskNow, upgradeFleet } from '../upgrade-fleet.ts'

const app = await testApp()
acceptTestKeys(app.context)
const fleet = upgradeFleet(app)
const company = app.companies.a
const installer = await app.asRole('installer')
const optimizers = (count: number) => ({ kind: 'optimizer', model: 'TS4-A-O', count }) as const
const KB = 1024
const MINUTE = 60_000

const gatewayImage = (bytes = 40 * KB, seq = 20) =>
  imageSpec({ version: `2.2.${seq - 20}`, seq, data: imageBytes(bytes, `gateway ${seq}`) })
const optimizerImage = (bytes = 50 * KB, seq = 10) =>
  imageSpec({
    component: 'optimizer',
    vendor: 'Tigo',
    model: 'TS4-A-O',
    version: `1.0.${seq}`,
    seq,
    data: imageBytes(bytes, `optimizer ${seq}`),
  })
const gatewayPackage = await makePackage(app, company, await packageBytes([gatewayImage()]))
const optimizerPackage = await makePackage(app, company, await packageBytes([optimizerImage()]))
const bothPackage = await makePackage(app, company, await packageBytes([gatewayImage(), optimizerImage()]))

type ErrorBody = { error: { code: string; current?: { blocked?: { blocks: { reason: string }[] }[] } } }
const errorOf = (reply: Reply) => (reply.body as ErrorBody).error
const blocksOf = (reply: Reply) =>
  errorOf(reply).current?.blocked?.flatMap(({ blocks }) => blocks.map(({ reason }) => reason))
const askAs = (caller: Caller, packageId: string, gatewayIds: readonly string[]) =>
  caller.request('POST /api/upgrades', {
    body: { packageId, gatewayIds, mode: 'fast', stopAtFailure: false },
  })
const ask = (packageId: string, gatewayIds: readonly string[]) => askAs(installer, packageId, gatewayIds)
const start = async (packageId: string, gatewayIds: readonly string[], more: object = {}) => {
  const { id, taskIds } = await makeUpgrade(app, company, { packageId, gatewayIds, mode: 'fast', ...more })
  return { id, taskId: taskIds[0] ?? '' }
}
const upgradeNow = async (id: string) =>
  (await installer.request(`GET /api/upgrades/${id}`)).body as {
    upgrade: { state: string; pausedBecause: string | null }
    tasks: { id: string; status: string; waitingFor: string | null; gateway: { id: string } }[]
  }
const outcome = async (taskId: string) => {
  const { task, nodes } = await taskNow(app, taskId)
  return [task.status, task.code, ...new Set(nodes.map(({ status, code }) => `${status} ${code}`))]
}
/** Lets an upgrade begin and its gateway have some of the image. */
const untilBytes = (taskId: string, bytes: number) =>
  fleet.seconds(7200, 1, async () => ((await taskNow(app, taskId)).jobs[0]?.bytes ?? 0) >= bytes)

const inverter = (brand: string, model: string) => ({ kind: 'inverter', brand, model, count: 1 }) as const
const sendPackage = (caller: typeof installer, bytes: Buffer, id: string = crypto.randomUUID()) =>
  caller.request(`PUT /api/packages/${id}`, {
    raw: new Uint8Array(bytes),
    headers: { 'content-type': 'application/x-tar' },
  })

const DAY = 86_400_000
const HOUR = 3_600_000
/** Nine in the morning at the stations of these tests: what hangs behind a gateway is awake. */
const morning = (): void => app.advance(DAY - ((app.now() - HOUR) % DAY))

describe('an upgrade', () => {
  it('goes level by level, and is done when every device reports the new version', async () => {
    const gateway = await fleet.add({ parts: [optimizers(3)] })
    const { taskId } = await start(bothPackage, [gateway.id])
    await fleet.seconds(7200, 1, hasEnded(app, taskId))
    const { task, jobs, nodes } = await taskNow(app, taskId)
    expect([task.status, jobs.map((job) => job.state), nodes.map((node) => node.status)]).toEqual([
      'done',
      ['done', 'done'],
      ['updated', 'updated', 'updated', 'updated'],
    ])
    expect(gateway.versions()).toEqual(
      Object.fromEntries(
        gateway.devices.map(({ sn, kind }) => [sn, kind === 'gateway' ? '2.2.0' : '1.0.10']),
      ),
    )
    const reply = await installer.request(`GET /api/upgrade-tasks/${taskId}`)
    expect(reply.body).toMatchObject({
      task: { status: 'done', percent: 100, before: '2.1.0', after: '2.2.0' },
      upgrade: { state: 'done' },
      levels: [
        { level: 'gateway', status: 'done', before: ['2.1.0'], after: ['2.2.0'] },
        { level: 'optimizer', status: 'done', before: ['1.0.9'], after: ['1.0.10'], nodes: { updated: 3 } },
      ],
    })
    const list = await installer.request(`GET /api/upgrade-tasks?gatewayId=${gateway.id}&status=open`)
    expect(list.body).toMatchObject({ tasks: [], counts: { open: 0, ended: 1 } })
  })

  it('partly fails with the reason of each node that did', async () => {
    const gateway = await fleet.add({ parts: [optimizers(3)] })
    const failing = gateway.devices[2]?.sn ?? ''
    gateway.behaviour = { failing: new Map([[failing, 'no_power']]) }
    const { taskId } = await start(optimizerPackage, [gateway.id])
    await fleet.seconds(3600, 1, hasEnded(app, taskId))
    const { task, nodes } = await taskNow(app, taskId)
    expect([task.status, task.code]).toEqual(['partly_failed', 'no_power'])
    expect(nodes.map(({ sn, status }) => [sn, status])).toEqual(
      nodes.map(({ sn }) => [sn, sn === failing ? 'failed' : 'updated']),
    )
  })

  it('is not done by the word of a gateway: one that lies has failed when nothing reports the version', async () => {
    const gateway = await fleet.add({ parts: [optimizers(2)] })
    gateway.behaviour = { lies: true }
    const { taskId } = await start(optimizerPackage, [gateway.id])
    await fleet.seconds(600, 1, async () => (await taskNow(app, taskId)).task.status === 'verifying')
    expect((await taskNow(app, taskId)).nodes.map(({ status }) => status)).toEqual(['verifying', 'verifying'])
    await fleet.seconds(1200, 10, hasEnded(app, taskId))
    expect(await outcome(taskId)).toEqual(['failed', 'not_confirmed', 'failed not_confirmed'])
  })

  it('hears only the gateway whose job it is, and nothing of the past', async () => {
    const [gateway, other] = [await fleet.add(), await fleet.add()]
    const { taskId } = await start(gatewayPackage, [gateway.id])
    await untilBytes(taskId, 1)
    const job = (await taskNow(app, taskId)).jobs[0]?.id ?? ''
    const word = { v: 1, job, phase: 'done', ts: 1 } as const
    expect(await applyProgress(app.context, other.sn, word, app.now())).toBe('foreign')
    expect(await serveChunks(app.context, other.sn, { v: 1, job, from: 0, count: 1 }, app.now())).toBe(
      'foreign',
    )
    expect(await applyProgress(app.context, gateway.sn, { ...word, job: 'u-77' }, app.now())).toBe('unknown')
    await fleet.seconds(1800, 1, hasEnded(app, taskId))
    expect(await outcome(taskId)).toEqual(['done', null, 'updated null'])
    expect(await applyProgress(app.context, gateway.sn, { ...word, phase: 'failed' }, app.now())).toBe('late')
    expect(await outcome(taskId)).toEqual(['done', null, 'updated null'])
  })

  it('pauses, holds its time, goes on, and is cancelled', async () => {
    const gateway = await fleet.add()
    const { id, taskId } = await start(
      await makePackage(app, company, await packageBytes([gatewayImage(400 * KB, 30)])),
      [gateway.id],
    )
    await untilBytes(taskId, 100 * KB)
    await installer.request(`POST /api/upgrades/${id}/pause`, { body: {} })
    const held = (await taskNow(app, taskId)).jobs[0]?.bytes
    // Longer than three times the estimate: what is held is not stalled.
    await fleet.seconds(3600, 10)
    expect([(await taskNow(app, taskId)).jobs[0]?.bytes, (await taskNow(app, taskId)).task.status]).toEqual([
      held,
      'sending',
    ])
    await installer.request('POST /api/session/confirm', { body: { password: testPassword } })
    expect((await installer.request(`POST /api/upgrades/${id}/resume`, { body: {} })).status).toBe(200)
    await untilBytes(taskId, (held ?? 0) + 64 * KB)
    await installer.request(`POST /api/upgrades/${id}/cancel`, { body: {} })
    await fleet.drain()
    expect(await outcome(taskId)).toEqual(['cancelled', 'cancelled', 'failed cancelled'])
    expect((await upgradeNow(id)).upgrade.state).toBe('cancelled')
    expect(gateway.flash.pending).toBeNull()
  })

  it('sends the trial first, the others after its success, and stops when it fails', async () => {
    const [trial, other] = [await fleet.add(), await fleet.add()]
    const { id } = await start(gatewayPackage, [trial.id, other.id], { trialId: trial.id })
    await fleet.turn()
    const statusOf = async (gatewayId: string) => {
      const found = (await upgradeNow(id)).tasks.find((task) => task.gateway.id === gatewayId)
      return [found?.status, found?.waitingFor]
    }
    expect([await statusOf(trial.id), await statusOf(other.id)]).toEqual([
      ['sending', null],
      ['waiting', 'trial'],
    ])
    await fleet.seconds(1800, 1, async () => (await statusOf(other.id))[0] === 'done')
    expect([await statusOf(trial.id), await statusOf(other.id)]).toEqual([
      ['done', null],
      ['done', null],
    ])

    const [bad, waits] = [await fleet.add(), await fleet.add()]
    bad.behaviour = { failing: new Map([[bad.sn, 'write_failed']]) }
    const second = await start(gatewayPackage, [bad.id, waits.id], { trialId: bad.id })
    await fleet.seconds(600, 1)
    const stopped = await upgradeNow(second.id)
    expect(stopped.upgrade).toMatchObject({ state: 'paused', pausedBecause: 'trial' })
    expect(stopped.tasks.map(({ status }) => status).toSorted()).toEqual(['failed', 'waiting'])
  })

  it('stops at the first failure when it is to, and goes on when somebody says so', async () => {
    const [bad, good, last] = [await fleet.add(), await fleet.add(), await fleet.add()]
    bad.behaviour = { failing: new Map([[bad.sn, 'write_failed']]) }
    await fleet.cut(last)
    // The last one waits for its gateway, so the failure comes while something is left to stop.
    const { id } = await (async () => {
      await fleet.comeBack(last)
      const made = await start(gatewayPackage, [bad.id, good.id, last.id], { stopAtFailure: true })
      await fleet.cut(last)
      return made
    })()
    await fleet.seconds(600, 1)
    const stopped = await upgradeNow(id)
    expect(stopped.upgrade).toMatchObject({ state: 'paused', pausedBecause: 'failure' })
    await fleet.comeBack(last)
    await fleet.seconds(300, 1)
    const lastTask = async () =>
      (await upgradeNow(id)).tasks.find((task) => task.gateway.id === last.id)?.status
    expect(await lastTask()).toBe('waiting')
    await installer.request('POST /api/session/confirm', { body: { password: testPassword } })
    await installer.request(`POST /api/upgrades/${id}/resume`, { body: {} })
    await fleet.seconds(1800, 1, async () => (await lastTask()) === 'done')
    expect(await lastTask()).toBe('done')
  })
})

describe('what stands in the way', () => {
  it('is said for each gateway, and then nothing begins', async () => {
    const [ready, offline, wrong] = [
      await fleet.add(),
      await fleet.add(),
      await fleet.add({ gateway: { model: 'EMU-9' } }),
    ]
    await fleet.cut(offline)
    const before = await app.db.selectFrom('upgrade').select('id').execute()
    const reply = await ask(gatewayPackage, [ready.id, offline.id, wrong.id])
    expect([reply.status, errorOf(reply).code, blocksOf(reply)]).toEqual([
      409,
      'upgrade_blocked',
      ['offline', 'wrong_model'],
    ])
    expect(await app.db.selectFrom('upgrade').select('id').execute()).toEqual(before)
  })

  it('at night nothing behind a gateway is upgraded, the gateway itself is', async () => {
    const night = await testApp({ now: Date.UTC(2026, 5, 21, 16) })
    acceptTestKeys(night.context)
    const dark = upgradeFleet(night)
    const gateway = await dark.add({ parts: [optimizers(2)] })
    const of = async (images: Parameters<typeof packageBytes>[0]) => {
      const packageId = await makePackage(night, night.companies.a, await packageBytes(images))
      const who = await night.asRole('installer')
      const reply = await who.request('POST /api/upgrades', {
        body: { packageId, gatewayIds: [gateway.id], mode: 'fast', stopAtFailure: false },
      })
      return reply.status === 201 ? 'begins' : blocksOf(reply)
    }
    expect(await of([optimizerImage()])).toEqual(['no_daylight'])
    expect(await of([gatewayImage()])).toBe('begins')
  })

  it('C12: the server plans nothing for another vendor, model or hardware', async () => {
    const packageId = await makePackage(
      app,
      company,
      await packageBytes([
        imageSpec({ hw: { min: 'B', max: 'C' }, version: '2.9.0', seq: 29 }),
        imageSpec({ component: 'inverter', vendor: 'SolarEdge', model: 'SE17K', version: '9', seq: 9 }),
      ]),
    )
    for (const [gateway, part, expected] of [
      [{ hw: 'A' }, inverter('SolarEdge', 'SE10K'), 'wrong_hardware'],
      [{ hw: 'D' }, inverter('Other', 'SE17K'), 'wrong_hardware'],
      [{ model: 'EMU-3' }, inverter('Other', 'SE17K'), 'wrong_vendor'],
      [{ model: 'EMU-3' }, inverter('SolarEdge', 'SE10K'), 'wrong_model'],
      [{ hw: 'B' }, inverter('Other', 'SE10K'), 'begins'],
      [{ model: 'EMU-3' }, inverter('SolarEdge', 'SE17K'), 'begins'],
    ] as const) {
      const { id } = await fleet.add({ gateway, parts: [part] })
      const reply = await ask(packageId, [id])
      expect([gateway, part, reply.status === 201 ? ['begins'] : blocksOf(reply)]).toEqual([
        gateway,
        part,
        [expected],
      ])
    }
  })

  it('C13: an older release is refused by the server and by the gateway; going back needs a newer manifest', async () => {
    const gateway = await fleet.add()
    const newer = await makePackage(app, company, await packageBytes([gatewayImage(20 * KB, 25)]))
    const { taskId } = await start(newer, [gateway.id])
    await fleet.seconds(1800, 1, hasEnded(app, taskId))
    expect(blocksOf(await ask(newer, [gateway.id]))).toEqual(['up_to_date'])
    expect(blocksOf(await ask(gatewayPackage, [gateway.id]))).toEqual(['older_sequence'])
    // A server that has forgotten what runs there: the gateway has not.
    await app.owner.query('DELETE FROM device_firmware WHERE device_id = $1', [gateway.id])
    await app.db.updateTable('device').set({ sw: '0.0.1' }).where('id', '=', gateway.id).execute()
    const forced = await start(gatewayPackage, [gateway.id])
    await fleet.seconds(600, 1, hasEnded(app, forced.taskId))
    expect(await outcome(forced.taskId)).toEqual(['failed', 'older_sequence', 'failed older_sequence'])
    expect(gateway.versions()[gateway.sn]).toBe('2.2.5')
    const back = imageSpec({ version: '2.2.0', seq: 26, data: imageBytes(20 * KB, 'back') })
    const again = await start(await makePackage(app, company, await packageBytes([back])), [gateway.id])
    await fleet.seconds(1800, 1, hasEnded(app, again.taskId))
    expect([await outcome(again.taskId), gateway.versions()[gateway.sn]]).toEqual([
      ['done', null, 'updated null'],
      '2.2.0',
    ])
  })

  it('C11: what was changed where it is stored does not start', async () => {
    for (const [column, value] of [
      ['data', imageBytes(40 * KB, 'other')],
      ['model', 'EMU-2 '],
      ['signature', 'A'.repeat(86)],
      ['sha256', 'a'.repeat(64)],
    ] as const) {
      const gateway = await fleet.add()
      const packageId = await makePackage(app, company, await packageBytes([gatewayImage()]))
      const { taskId } = await start(packageId, [gateway.id])
      await app.owner.query(`UPDATE firmware_image SET ${column} = $1 WHERE package_id = $2`, [
        value,
        packageId,
      ])
      await fleet.seconds(60, 10)
      expect([column, ...(await outcome(taskId))]).toEqual([
        column,
        'failed',
        'package_changed',
        'failed package_changed',
      ])
      expect(gateway.heard).toEqual([])
    }
  })

  it('C14: what has expired, was withdrawn or lost its key before its turn does not start', async () => {
    const soon = async (): Promise<string> =>
      makePackage(app, company, await packageBytes([imageSpec({ expires: app.now() + MINUTE })]))
    const [late, withdrawn, revoked] = [await fleet.add(), await fleet.add(), await fleet.add()]
    const packages = [await soon(), await makePackage(app, company, await packageBytes([gatewayImage()]))]
    const old = newSigner('old-key')
    acceptTestKeys(app.context, [testSigner.listed, old.listed])
    packages.push(await makePackage(app, company, await packageBytes([gatewayImage()], old)))
    const made: string[] = []
    for (const [at, gateway] of [late, withdrawn, revoked].entries()) {
      await fleet.cut(gateway)
      await fleet.comeBack(gateway)
      made.push((await start(packages[at] ?? '', [gateway.id])).taskId)
      await fleet.cut(gateway)
    }
    app.advance(2 * MINUTE)
    const administrator = await app.asRole('administrator')
    await administrator.request(`POST /api/packages/${packages[1]}/withdraw`, { body: {} })
    acceptTestKeys(app.context, [testSigner.listed, { ...old.listed, revoked: true }])
    for (const gateway of [late, withdrawn, revoked]) await fleet.comeBack(gateway)
    await fleet.turn()
    expect(await Promise.all(made.map(async (id) => (await outcome(id)).slice(0, 2)))).toEqual([
      ['failed', 'package_expired'],
      ['failed', 'package_withdrawn'],
      ['failed', 'key_revoked'],
    ])
    expect(errorOf(await ask(packages[0] ?? '', [late.id])).code).toBe('package_expired')
    acceptTestKeys(app.context)
  })

  it('C17: 50 calls at once for one gateway make one task', async () => {
    const gateway = await fleet.add({ parts: [optimizers(2)] })
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask(optimizerPackage, [gateway.id])))
    const made = replies.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    expect(
      new Set(replies.filter(({ status }) => status !== 201).flatMap((reply) => blocksOf(reply) ?? [])),
    ).toEqual(new Set(['upgrading']))
    const open = await app.db
      .selectFrom('upgrade_node')
      .select('device_id')
      .where(
        'device_id',
        'in',
        gateway.devices.map(({ id }) => id),
      )
      .where('open', '=', true)
      .execute()
    expect(open).toHaveLength(2)
  })
})

describe('times', () => {
  it('C18: a slow transfer is healthy until three times its estimate: 5 MB to a gateway, 1 MB to optimizers', async () => {
    expect(
      [transferMs(5 * KB * KB), distributionMs('optimizer', KB * KB, 'normal')].map((ms) => ms / MINUTE),
    ).toEqual([51.2, 122.88])
    for (const [packageId, part, phaseMs] of [
      [
        await makePackage(app, company, await packageBytes([gatewayImage(5 * KB * KB, 40)])),
        0,
        51.2 * MINUTE,
      ],
      [
        await makePackage(app, company, await packageBytes([optimizerImage(KB * KB, 40)])),
        1,
        122.88 * MINUTE,
      ],
    ] as const) {
      const gateway = await fleet.add({ parts: part === 0 ? [] : [optimizers(1)] })
      const { taskId } = await start(packageId, [gateway.id], { mode: 'normal' })
      await fleet.turn()
      const job = (await taskNow(app, taskId)).jobs[0]?.id ?? ''
      if (part === 1) {
        const word = { v: 1, job, phase: 'distributing', ts: app.now() } as const
        await applyProgress(app.context, gateway.sn, word, app.now())
      }
      // It asks for nothing any more, and says nothing.
      await fleet.cut(gateway)
      app.advance(3 * phaseMs - 1000)
      await fleet.turn()
      expect((await taskNow(app, taskId)).task.ended_at).toBeNull()
      app.advance(1000)
      await fleet.turn()
      expect(await outcome(taskId)).toEqual(['failed', 'stalled', 'failed stalled'])
    }
  })
})

describe('when something goes wrong on the way', () => {
  it('C19: a gateway that drops out and comes back goes on at the first missing chunk', async () => {
    const gateway = await fleet.add()
    gateway.behaviour = { loses: new Set([3, 7, 8, 30]) }
    const { taskId } = await start(
      await makePackage(app, company, await packageBytes([gatewayImage(200 * KB, 60)])),
      [gateway.id],
    )
    await untilBytes(taskId, 80 * KB)
    await fleet.cut(gateway)
    await fleet.seconds(120, 5)
    expect((await taskNow(app, taskId)).task.ended_at).toBeNull()
    const asked = gateway.said.length
    const [had] = [gateway.flash.pending?.have.indexOf(false) ?? -1]
    await fleet.comeBack(gateway, true)
    await fleet.seconds(20, 1)
    const first = gateway.said.slice(asked).find(({ channel }) => channel === 'ota/get')
    expect(first?.message).toMatchObject({ from: had })
    await fleet.seconds(1800, 1, hasEnded(app, taskId))
    expect(await outcome(taskId)).toEqual(['done', null, 'updated null'])
  })

  it('C19: one that never comes back fails cleanly, and can be upgraded anew', async () => {
    const gateway = await fleet.add()
    const large = await makePackage(app, company, await packageBytes([gatewayImage(200 * KB, 61)]))
    const { taskId } = await start(large, [gateway.id])
    await untilBytes(taskId, 1)
    await fleet.cut(gateway)
    await fleet.seconds(900, 10, hasEnded(app, taskId))
    expect(await outcome(taskId)).toEqual(['failed', 'stalled', 'failed stalled'])
    await fleet.comeBack(gateway)
    const again = await start(large, [gateway.id])
    await fleet.seconds(1800, 1, hasEnded(app, again.taskId))
    expect((await taskNow(app, again.taskId)).task.status).toBe('done')
  })

  it('C19: one that is deleted on the way ends its task', async () => {
    morning()
    const gateway = await fleet.add({ parts: [optimizers(1)] })
    const { taskId } = await start(optimizerPackage, [gateway.id])
    await fleet.turn()
    await app.db
      .updateTable('device')
      .set({ removed_at: new Date(app.now()) })
      .where('id', '=', gateway.id)
      .execute()
    await fleet.turn()
    expect(await outcome(taskId)).toEqual(['failed', 'device_removed', 'failed device_removed'])
  })

  it('C15: a gateway takes exactly what was signed: what is more, twice, broken or of another job counts for nothing', async () => {
    const gateway = await fleet.add()
    const send = app.context.firmware.sendChunk
    app.context.firmware.sendChunk = async (sn, job, n, chunk) => {
      if (sn !== gateway.sn) return send(sn, job, n, chunk)
      const broken = Uint8Array.from(chunk)
      broken[10] = (broken[10] ?? 0) ^ 1
      for (const [where, what] of [
        [n, broken],
        [n, chunk.subarray(0, 100)],
        [n, Uint8Array.from([...chunk, 0])],
        [n + 100_000, chunk],
      ] as const)
        await send(sn, job, where, what)
      await send(sn, 'another-job', n, chunk)
      await send(sn, job, n, chunk)
      return send(sn, job, n, chunk)
    }
    const { taskId } = await start(gatewayPackage, [gateway.id])
    await fleet.seconds(1800, 1, hasEnded(app, taskId))
    app.context.firmware.sendChunk = send
    expect(await outcome(taskId)).toEqual(['done', null, 'updated null'])
  })

  it('C15: data that is whole and another is refused by its hash, and the old version stays', async () => {
    const gateway = await fleet.add()
    const send = app.context.firmware.sendChunk
    app.context.firmware.sendChunk = async (sn, job, n, chunk) =>
      send(
        sn,
        job,
        n,
        sn === gateway.sn && n === 5 ? encodeFirmwareChunk(Buffer.alloc(chunk.length - 4, 7)) : chunk,
      )
    const { taskId } = await start(gatewayPackage, [gateway.id])
    await fleet.seconds(1800, 1, hasEnded(app, taskId))
    app.context.firmware.sendChunk = send
    expect(await outcome(taskId)).toEqual(['failed', 'bad_hash', 'failed bad_hash'])
    expect(gateway.versions()[gateway.sn]).toBe('2.1.0')
  })

  it('C20: an address in an offer is never asked; chunks come by the job alone', async () => {
    let hits = 0
    const trap = createServer((_, response) => {
      hits += 1
      response.end()
    })
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/evil.bin`
    try {
      const gateway = await fleet.add()
      const send = app.context.firmware.sendOffer
      app.context.firmware.sendOffer = async (sn, message) => {
        const manifest = 'manifest' in message ? { manifest: { ...(message.manifest as object), url } } : {}
        const more = { ...manifest, url, redirect: url, path: '../../etc/passwd' }
        return send(sn, { ...message, ...more } as typeof message)
      }
      const { taskId } = await start(gatewayPackage, [gateway.id])
      await fleet.seconds(1800, 1, hasEnded(app, taskId))
      app.context.firmware.sendOffer = send
      expect([await outcome(taskId), hits]).toEqual([['done', null, 'updated null'], 0])
      const own = gateway.heard.find(({ topic }) => topic.endsWith('ota/offer'))
      const offered = firmwareOrder.parse(JSON.parse(Buffer.from(own?.payload ?? []).toString()))
      expect(JSON.stringify(offered)).not.toContain('http')
      expect(firmwareOrder.safeParse({ ...offered, job: '../x' }).success).toBe(false)
      const upload = await (
        await app.newCaller('installer')
      ).request(`PUT /api/packages/${crypto.randomUUID()}?url=${url}`, {
        raw: 'x',
      })
      expect(upload.status).toBe(403)
    } finally {
      trap.close()
    }
  })
})

describe('who may', () => {
  it('C22: installers, maintainers and owners upload and approve nothing; who uploads does not approve', async () => {
    const bytes = await packageBytes([gatewayImage(10 * KB, 80)])
    const id = crypto.randomUUID()
    for (const role of ['owner', 'installer', 'maintainer', null] as const) {
      const caller = await app.newCaller(role)
      expect([role, (await sendPackage(caller, bytes)).status]).toEqual([role, 403])
    }
    const [uploader, approver] = [await app.newCaller('administrator'), await app.newCaller('administrator')]
    expect((await sendPackage(uploader, bytes, id)).status).toBe(200)
    expect(errorOf(await askAs(await app.newCaller('installer'), id, [(await fleet.add()).id])).code).toBe(
      'package_not_approved',
    )
    for (const role of ['owner', 'installer', 'maintainer'] as const) {
      const reply = await (
        await app.newCaller(role)
      ).request(`POST /api/packages/${id}/approve`, { body: {} })
      expect([role, reply.status]).toEqual([role, 403])
    }
    const own = await uploader.request(`POST /api/packages/${id}/approve`, { body: {} })
    expect([own.status, errorOf(own).code]).toEqual([403, 'package_own'])
    await expect(
      app.db
        .updateTable('firmware_package')
        .set({ state: 'approved', approved_by: uploader.accountId, approved_at: new Date(app.now()) })
        .where('id', '=', id)
        .execute(),
    ).rejects.toThrow('check constraint')
    const other = await approver.request(`POST /api/packages/${id}/approve`, { body: {} })
    expect(other.body).toMatchObject({ package: { state: 'approved', blocks: [] } })
  })

  it('C22: whom the uploader has just made, or who was made by the same hand, does not approve either', async () => {
    const uploader = await app.newCaller('administrator')
    const id = crypto.randomUUID()
    expect((await sendPackage(uploader, await packageBytes([gatewayImage(10 * KB, 90)]), id)).status).toBe(
      200,
    )
    const password = 'quiet-lantern-62-moss'
    const puppet = { id: crypto.randomUUID(), account: 'puppet-of-uploader', name: 'Puppet', password }
    const made = await uploader.request('POST /api/accounts', {
      body: { ...puppet, role: 'administrator', companyId: null },
    })
    expect(made.status).toBe(201)
    const opened = await app.request('POST /api/session', { body: { account: puppet.account, password } })
    const headers = { cookie: opened.headers.get('set-cookie')?.split(';')[0] ?? '' }
    const seen = await app.request(`GET /api/packages/${id}`, { headers })
    expect(seen.body).toMatchObject({ package: { mayApprove: false, tooClose: true, mayWithdraw: true } })
    const refused = await app.request(`POST /api/packages/${id}/approve`, { body: {}, headers })
    expect([refused.status, errorOf(refused).code]).toEqual([403, 'not_independent'])
    const sister = await app.newCaller('administrator')
    await record(app.db, {
      at: app.now(),
      accountId: puppet.id,
      action: 'account.set-password',
      objectKind: 'account',
      objectId: sister.accountId,
      result: 'done',
    })
    expect(errorOf(await sister.request(`POST /api/packages/${id}/approve`, { body: {} })).code).toBe(
      'not_independent',
    )
    const other = await app.newCaller('administrator')
    expect((await other.request(`GET /api/packages/${id}`)).body).toMatchObject({
      package: { mayApprove: true, tooClose: false },
    })
    expect((await other.request(`POST /api/packages/${id}/approve`, { body: {} })).status).toBe(200)
  })

  it('C11: what is not exactly a signed package is refused at upload, with the reason', async () => {
    const uploader = await app.newCaller('administrator')
    const bytes = await packageBytes([gatewayImage(10 * KB, 81)])
    for (const [wrong, code] of [
      [Buffer.from('no package'), 'package_unreadable'],
      [bytes.subarray(0, bytes.length - 1), 'package_unreadable'],
      [Buffer.concat([bytes, Buffer.alloc(512)]), 'package_changed'],
      [await packageBytes([gatewayImage()], newSigner('test-1')), 'package_unsigned'],
      [await packageBytes([gatewayImage()], newSigner('nobody')), 'package_key_unknown'],
      [await packageBytes([imageSpec({ expires: app.now() })]), 'package_expired'],
    ] as const) {
      const reply = await sendPackage(uploader, wrong)
      expect([code, errorOf(reply).code]).toEqual([code, code])
    }
    expect(farAway).toBeGreaterThan(app.now())
  })

  it('C21: nothing of the key that signs is in the database', async () => {
    const secret = String(testSigner.privateKey.export({ format: 'jwk' }).d)
    const raw = Buffer.from(secret, 'base64url').toString('hex')
    expect(await tablesHolding(app, `${secret}|${raw}`)).toEqual([])
    expect(await tablesHolding(app, 'test-1')).toContain('firmware_image')
  })
})
