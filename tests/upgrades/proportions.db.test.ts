import { describe, expect, it } from 'vitest'
import { PowerCut } from '#gateway/firmware.ts'
import { estimateOf } from '#domain/upgrades/estimate.ts'
import { testApp } from '../app.ts'
import {
  acceptTestKeys,
  imageBytes,
  imageSpec,
  makePackage,
  makeUpgrade,
  packageBytes,
} from '../factories/upgrades.ts'
import { hasEnded, taskNow, upgradeFleet } from '../upgrade-fleet.ts'

const app = await testApp()
acceptTestKeys(app.context)
const fleet = upgradeFleet(app)
const company = app.companies.a
const optimizers = (count: number) => ({ kind: 'optimizer', model: 'TS4-A-O', count }) as const
const KB = 1024
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Nine in the morning at the stations of these tests: what hangs behind a gateway is awake. */
const morning = (): void => app.advance(DAY - ((app.now() - HOUR) % DAY))

const optimizerImage = (bytes: number, seq: number) =>
  imageSpec({
    component: 'optimizer',
    vendor: 'Tigo',
    model: 'TS4-A-O',
    version: `1.0.${seq}`,
    seq,
    data: imageBytes(bytes, `optimizer ${seq}`),
  })
const start = async (packageId: string, gatewayIds: readonly string[], more: object = {}) => {
  const { id, taskIds } = await makeUpgrade(app, company, { packageId, gatewayIds, mode: 'fast', ...more })
  return { id, taskId: taskIds[0] ?? '' }
}

describe('times', () => {
  it('the estimate agrees with the simulated transfer within a tenth: five sizes, both modes', async () => {
    const off: [number, string, number][] = []
    let seq = 50
    for (const size of [50 * KB, 128 * KB, 186_420, 400 * KB, KB * KB])
      for (const mode of ['normal', 'fast'] as const) {
        seq += 1
        morning()
        const image = optimizerImage(size, seq)
        const gateway = await fleet.add({ parts: [optimizers(1)] })
        const packageId = await makePackage(app, company, await packageBytes([image]))
        const { taskId } = await start(packageId, [gateway.id], { mode })
        const began = app.now()
        // Hours pass in real proportions.
        await fleet.seconds(
          40_000,
          5,
          async () => {
            const { status } = (await taskNow(app, taskId)).task
            return status !== 'waiting' && status !== 'sending' && status !== 'distributing'
          },
          60,
        )
        const { totalMs } = estimateOf([{ level: 'optimizer', bytes: size }], mode)
        const written = (await taskNow(app, taskId)).jobs[0]?.written_at ?? app.now()
        off.push([size, mode, (written - began) / totalMs])
      }
    expect(off.filter(([, , ratio]) => ratio < 0.9 || ratio > 1.1)).toEqual([])
    expect(off).toHaveLength(10)
  })
})

const powerLoss = async (cutAt: number): Promise<{ steps: number; version: string; end: unknown[] }> => {
  morning()
  const gateway = await fleet.add({ parts: [optimizers(2)] })
  let steps = 0
  gateway.step = () => {
    steps += 1
    if (steps === cutAt) throw new PowerCut()
  }
  const { taskId } = await start(
    await makePackage(app, company, await packageBytes([optimizerImage(20 * KB, 70)])),
    [gateway.id],
  )
  await fleet.seconds(400, 5, async () => !gateway.connected || (await hasEnded(app, taskId)()))
  // In the dark: what is there is old or new, and whole.
  for (const { active } of gateway.flash.slots.values()) expect(active.written).toBe(active.size)
  const version = gateway.versions()[gateway.devices[1]?.sn ?? ''] ?? ''
  if (!gateway.connected) {
    gateway.step = () => {}
    await fleet.cut(gateway)
    await fleet.seconds(20, 10)
    await fleet.comeBack(gateway, true)
  }
  await fleet.seconds(2400, 10, hasEnded(app, taskId))
  const { task, nodes } = await taskNow(app, taskId)
  const versions = gateway.versions()
  // The task says what the devices are.
  for (const node of nodes)
    expect([cutAt, node.sn, node.status]).toEqual([
      cutAt,
      node.sn,
      versions[node.sn] === node.after ? 'updated' : 'failed',
    ])
  return { steps, version, end: [task.status] }
}

describe('C16: power', () => {
  it('C16: the current goes at any chunk, while writing, before and after the swap: old or new, never half, and the task says which', async () => {
    const whole = await powerLoss(-1)
    expect([whole.end, whole.version]).toEqual([['done'], '1.0.70'])
    const seen = new Set<string>()
    for (let cutAt = 1; cutAt <= whole.steps; cutAt += whole.steps > 40 ? 3 : 1) {
      const { version, end } = await powerLoss(cutAt)
      seen.add(version)
      expect([cutAt, ['1.0.9', '1.0.70'].includes(version), end]).toEqual([cutAt, true, ['done']])
    }
    expect(seen).toEqual(new Set(['1.0.9', '1.0.70']))
  })
})
