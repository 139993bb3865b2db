import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { world } from '#simulator/world.ts'
import { readFirmwareKeys } from '#server/features/upgrades/firmware-keys.ts'
import { publishFirmware, startUpgrades, upgradeFaults } from '../../scripts/demo/demo-upgrades.ts'
import { testApp } from '../app.ts'
import { testFolder } from '../database.ts'
import { hasEnded, taskNow, upgradeFleet } from '../upgrade-fleet.ts'
import { setLatest } from '../factories/devices.ts'
import type { FirmwareGet } from '#contract/mqtt/firmware.ts'
import { newFlash } from '#gateway/flash.ts'
import { readFlashes, writeFlashes } from '#simulator/kept-flash.ts'
import { giveBackTime } from '../../scripts/demo/demo-restart.ts'

const DAY = 86_400_000

const app = await testApp()

describe('the upgrades of the demonstration world', () => {
  it('are signed, approved by a second person and begin: one is done, one partly fails, one takes long', async () => {
    const administrator = await app.asRole('administrator')
    const keysFile = join(await testFolder(), 'firmware-keys.json')
    app.context.firmware.keys = () => readFirmwareKeys(keysFile)
    const upgrades = await publishFirmware(
      app.context,
      {
        accountId: administrator.accountId,
        companyId: administrator.companyId ?? app.companies.a,
        name: 'Administrator',
        role: 'administrator',
        permissions: ['*:*:*'],
        managedStations: [],
        sessionId: crypto.randomUUID(),
        provenAt: app.now(),
      },
      keysFile,
    )
    const keys = await readFirmwareKeys(keysFile)
    const fleet = upgradeFleet(app)
    const optimizers = { kind: 'optimizer', model: 'P505', brand: 'SolarEdge', count: 3 } as const
    const [first, second, third] = [
      await fleet.add({ keys, parts: [optimizers] }),
      await fleet.add({ keys, parts: [{ ...optimizers, count: 2 }] }),
      await fleet.add({ keys }),
    ]
    const failing = first.devices[3]?.sn ?? ''
    first.behaviour = { failing: new Map([[failing, 'write_failed']]) }
    expect(await startUpgrades(app.context, upgrades)).toBe(3)
    await fleet.seconds(600, 5)
    const tasks = await app.db.selectFrom('upgrade_task').select(['gateway_id', 'status']).execute()
    const statusOf = (id: string) => tasks.find((task) => task.gateway_id === id)?.status
    expect([statusOf(first.id), statusOf(second.id), statusOf(third.id)]).toEqual([
      'partly_failed',
      'sending',
      'done',
    ])
    expect(upgradeFaults(world, app.now()).length).toBeGreaterThan(2)

    // The demonstration is stopped, gateways and server, and started again the next day.
    const file = writeFlashes(new Map([[second.sn, second.flash]]))
    await fleet.cut(second)
    const { no } = await app.db
      .selectFrom('device')
      .select('no')
      .where('id', '=', second.id)
      .executeTakeFirstOrThrow()
    await setLatest(app.db, no, { ts: app.now() })
    app.advance(DAY)
    second.flash = readFlashes(file).get(second.sn) ?? newFlash()
    const asked = second.said.length
    await giveBackTime(app.context)
    await fleet.turn()
    await fleet.comeBack(second, true)
    await fleet.seconds(60, 5)
    const [next] = second.said.slice(asked).filter(({ channel }) => channel === 'ota/get')
    // From the first piece that is missing, not from the first.
    const { from } = (next?.message ?? { from: 0 }) as FirmwareGet
    expect(from).toBeGreaterThan(10)
    const task = await app.db
      .selectFrom('upgrade_task')
      .select('id')
      .where('gateway_id', '=', second.id)
      .executeTakeFirstOrThrow()
    await fleet.seconds(DAY / 1000, 10, hasEnded(app, task.id), 60)
    expect((await taskNow(app, task.id)).task.status).toBe('done')
  })
})
