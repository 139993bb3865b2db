import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { world } from '#devices/world.ts'
import { readFirmwareKeys } from '#server/upgrades/firmware-keys.ts'
import { publishFirmware, startUpgrades, upgradeFaults } from '../../scripts/demo/demo-upgrades.ts'
import { testApp } from '../app.ts'
import { testFolder } from '../database.ts'
import { upgradeYard } from '../upgrade-yard.ts'

const app = await testApp()

describe('the upgrades of the demonstration world', () => {
  it('are signed, approved by a second person and begin: one is done, one partly fails, one takes long', async () => {
    const administrator = await app.asRole('administrator')
    const keysFile = join(await testFolder(), 'firmware-keys.json')
    app.kitchen.firmware.keys = () => readFirmwareKeys(keysFile)
    const upgrades = await publishFirmware(
      app.kitchen,
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
    const yard = upgradeYard(app)
    const optimizers = { kind: 'optimizer', model: 'P505', brand: 'SolarEdge', count: 3 } as const
    const [first, second, third] = [
      await yard.add({ keys, parts: [optimizers] }),
      await yard.add({ keys, parts: [{ ...optimizers, count: 2 }] }),
      await yard.add({ keys }),
    ]
    const failing = first.devices[3]?.sn ?? ''
    first.behaviour = { failing: new Map([[failing, 'write_failed']]) }
    expect(await startUpgrades(app.kitchen, upgrades)).toBe(3)
    await yard.seconds(600, 5)
    const tasks = await app.db.selectFrom('upgrade_task').select(['gateway_id', 'status']).execute()
    const statusOf = (id: string) => tasks.find((task) => task.gateway_id === id)?.status
    expect([statusOf(first.id), statusOf(second.id), statusOf(third.id)]).toEqual([
      'partly_failed',
      'sending',
      'done',
    ])
    expect(upgradeFaults(world, app.now()).length).toBeGreaterThan(2)
  })
})
