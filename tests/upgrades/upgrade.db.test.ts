import { describe, expect, it } from 'vitest'
import { testApp } from '../app.ts'
import {
  acceptTestKeys,
  imageBytes,
  imageSpec,
  makePackage,
  makeUpgrade,
  packageBytes,
} from '../factories/upgrades.ts'
import { hasEnded, taskNow, upgradeYard } from '../upgrade-yard.ts'

const app = await testApp()
acceptTestKeys(app.kitchen)
const yard = upgradeYard(app)
const company = app.companies.a
const optimizers = { kind: 'optimizer', model: 'TS4-A-O', count: 3 } as const
const optimizerImage = (bytes: number, seq = 10) =>
  imageSpec({
    component: 'optimizer',
    vendor: 'Tigo',
    model: 'TS4-A-O',
    version: `1.0.${seq}`,
    seq,
    data: imageBytes(bytes, `optimizer ${seq}`),
  })

describe('an upgrade from beginning to end', () => {
  it('goes level by level, and is done when every device reports the new version', async () => {
    const gateway = await yard.add({ parts: [optimizers] })
    const packageId = await makePackage(
      app,
      company,
      await packageBytes([imageSpec({ data: imageBytes(60_000) }), optimizerImage(50_000)]),
    )
    const { taskIds } = await makeUpgrade(app, company, { gatewayIds: [gateway.id], packageId, mode: 'fast' })
    const [taskId = ''] = taskIds
    await yard.seconds(7200, 1, hasEnded(app, taskId))
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
    const installer = await app.asRole('installer')
    const reply = await installer.request(`GET /api/upgrade-tasks/${taskId}`)
    expect(reply.body).toMatchObject({
      task: { status: 'done', percent: 100, before: '2.1.0', after: '2.2.0' },
      upgrade: { state: 'done' },
      levels: [
        { level: 'gateway', status: 'done', before: ['2.1.0'], after: ['2.2.0'] },
        { level: 'optimizer', status: 'done', before: ['1.0.9'], after: ['1.0.10'], nodes: { updated: 3 } },
      ],
    })
  })
})
