import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { createSimulatedGateway } from '#simulator/simulated-gateway.ts'
import { newFlash } from '#gateway/flash.ts'
import { gatewayVendor } from '#simulator/firmware-devices.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import { world } from '#simulator/world.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import { farAway, imageBytes, newSigner } from '../factories/upgrades.ts'
import { buildPackage } from '../../scripts/package/build-package.ts'
import { becomeCustomer, firstAdministrator } from './customer.ts'
import { startVictim, until } from './victim.ts'

export type UpgradeKillFigures = {
  rounds: number
  /** Upgrades that were asked for and answered, and those of them whose task is not there afterwards. */
  answered: number
  forgotten: number
  /** Tasks by how they ended. */
  ended: Record<string, number>
  /** Tasks whose end is not what the gateway runs. */
  untrue: number
  /** Times that the gateway started from a new image. */
  installed: number
}

const PATIENCE_MS = 300_000
const KB = 1024
/** The gateway's own time: 400 KB take four minutes of it, two and a half seconds of ours. */
const CLOCK = 100
const secondAdministrator = { account: 'second-admin', password: 'violet-anchor-94-tulip' }

/**
 * Kills the server with signal 9 at a random moment while a simulated gateway fetches firmware over the real wire:
 * before the task is saved, while it is offered, served, written, proven. Whoever started it starts it again.
 */
export const upgradeKillLoop = async (rounds: number, dataDir: string): Promise<UpgradeKillFigures> => {
  const signer = newSigner('kill-1')
  const victim = await startVictim(dataDir)
  await writeFile(join(dataDir, 'firmware-keys.json'), JSON.stringify({ keys: [signer.listed] }))
  const url = (): string => victim.said().url
  const customer = await becomeCustomer(url, victim.said().setupCode ?? '')
  const signIn = async (who: { account: string; password: string }): Promise<string> => {
    const answer = await fetch(`${url()}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(who),
    })
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  const spec = world.find((one) => one.gateways.length === 1) ?? world[0]
  const sn = spec?.gateways[0]?.sn ?? ''
  if (!spec) throw new Error('the world has no station')
  const flash = newFlash()
  const boots = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  try {
    await customer.ask('POST /api/accounts', '/api/accounts', {
      id: randomUUID(),
      name: 'Second',
      role: 'administrator',
      companyId: customer.companyId,
      ...secondAdministrator,
    })
    // Whoever was made within the last day is no second person.
    const database = new Client({ connectionString: victim.said().databaseUrl })
    await database.connect()
    await database.query("UPDATE audit SET at = at - interval '2 days' WHERE action = 'account.create'")
    await database.end()
    const site = { name: 'Under-upgrade', timeZone: 'America/Los_Angeles', latitude: 34, longitude: 118 }
    const stationId = await customer.createStation({ ...site, reportMin: 5 })
    const { secret } = await customer.addGateway(stationId, sn)
    const station = simulateDevices(spec, {
      counters: plausibleCounters(spec, Date.now()),
      faults: [],
      gridMs: 60_000,
    })
    const gateway = createSimulatedGateway({
      url: () => `mqtt://127.0.0.1:${victim.said().mqttPort}`,
      sn,
      secret,
      station,
      flash,
      clockFactor: CLOCK,
      firmwareKeys: [signer.listed],
    })
    let busy = false
    timer = setInterval(() => {
      if (busy) return
      busy = true
      void gateway.tick().finally(() => {
        boots.add(gateway.boot)
        busy = false
      })
    }, 20)
    const tasks = async () =>
      (await customer.ask('GET /api/upgrade-tasks', '/api/upgrade-tasks?limit=100')).tasks
    const gatewayId =
      (await customer.ask('GET /api/devices', '/api/devices?kind=gateway')).devices[0]?.id ?? ''
    const answered: string[] = []
    let untrue = 0
    for (let round = 1; round <= rounds; round += 1) {
      // All of them may take longer than a password counts as just entered.
      const [first, second] = [await signIn(firstAdministrator), await signIn(secondAdministrator)]
      const { password } = firstAdministrator
      await customer.ask('POST /api/session/confirm', '/api/session/confirm', { password })
      const version = `3.${round}.0`
      const packageId = randomUUID()
      const bundle = await buildPackage(
        {
          name: 'Kill',
          version,
          vendor: gatewayVendor,
          images: [
            {
              component: 'gateway',
              vendor: gatewayVendor,
              model: spec.gateways[0]?.model ?? '',
              version,
              seq: 100 + round,
              expires: farAway,
              data: imageBytes(400 * KB, version),
            },
          ],
        },
        signer,
      )
      const uploaded = await fetch(`${url()}/api/packages/${packageId}`, {
        method: 'PUT',
        headers: { cookie: first, 'content-type': 'application/x-tar' },
        body: new Uint8Array(bundle),
      })
      if (!uploaded.ok) throw new Error(`the upload answered ${uploaded.status} ${await uploaded.text()}`)
      const approved = await fetch(`${url()}/api/packages/${packageId}/approve`, {
        method: 'POST',
        headers: { cookie: second, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: '{}',
      })
      if (!approved.ok) throw new Error(`the approval answered ${approved.status} ${await approved.text()}`)
      await until('the gateway can be upgraded', PATIENCE_MS, async () => {
        await pause(200)
        const path = `/api/packages/${packageId}/targets`
        const { targets } = await customer.ask('GET /api/packages/{packageId}/targets', path)
        return targets[0]?.blocks.length === 0
      })
      const asked = customer
        .ask('POST /api/upgrades', '/api/upgrades', {
          packageId,
          gatewayIds: [gatewayId],
          mode: 'fast',
          stopAtFailure: false,
        })
        .then(
          ({ tasks: made }) => answered.push(...made.map(({ id }) => id)),
          () => undefined,
        )
      await pause(Math.random() * 4_000)
      await victim.killServer()
      await asked
      await victim.start()
      await until('ready again', PATIENCE_MS, () => victim.ready())
      await until('every task has ended', PATIENCE_MS, async () => {
        await pause(200)
        return (await tasks()).every(({ endedAt }) => endedAt !== null)
      })
      const runs = flash.slots.get(sn)?.active.version
      const task = (await tasks()).find((one) => one.package.id === packageId)
      if ((task?.status === 'done') !== (runs === version)) untrue += 1
    }
    const all = await tasks()
    const known = new Set(all.map(({ id }) => id))
    const ended: Record<string, number> = {}
    for (const { status } of all) ended[status] = (ended[status] ?? 0) + 1
    clearInterval(timer)
    await gateway.stop()
    return {
      rounds,
      answered: answered.length,
      forgotten: answered.filter((id) => !known.has(id)).length,
      ended,
      untrue,
      installed: boots.size - 1,
    }
  } finally {
    clearInterval(timer)
    await victim.stop()
  }
}
