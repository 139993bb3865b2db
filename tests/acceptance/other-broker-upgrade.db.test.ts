import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { plausibleCounters } from '#simulator/fleet.ts'
import { createSimulatedGateway } from '#simulator/simulated-gateway.ts'
import { gatewayVendor } from '#simulator/firmware-devices.ts'
import { newFlash } from '#gateway/flash.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import { world } from '#simulator/world.ts'
import { readEnvironment } from '#server/env.ts'
import { openInstallation } from '#server/main.ts'
import { buildPackage } from '../../scripts/package/build-package.ts'
import { emptyDatabase, testFolder } from '../database.ts'
import { farAway, imageBytes, newSigner } from '../factories/upgrades.ts'
import { hasDynamicSecurity, startMosquitto } from '../mosquitto.ts'
import { becomeCustomer, firstAdministrator } from './customer.ts'
import { connected } from './other-broker.ts'
import { until } from './victim.ts'

const KB = 1024
const PATIENCE_MS = 300_000
/** The gateway's own time: 200 KB take two minutes of it. */
const CLOCK = 100
const second = { account: 'second-admin', password: 'violet-anchor-94-tulip' }
const version = '3.1.0'

describe.skipIf(!hasDynamicSecurity)('firmware with a Mosquitto of its own', () => {
  it('travels chunk by chunk through it, with the logins and topics that it grants, until the gateway runs it', async () => {
    const broker = await startMosquitto({ security: true })
    const signer = newSigner('mosquitto-1')
    const dataDir = await testFolder()
    const env = readEnvironment({
      PORT: '0',
      METRICS_PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      DATABASE_URL: await emptyDatabase(),
      MQTT_URL: broker.url,
    })
    await writeFile(join(dataDir, 'firmware-keys.json'), JSON.stringify({ keys: [signer.listed] }))
    const installation = await openInstallation(env, { verifyAnswers: true })
    const { url } = installation
    const customer = await becomeCustomer(() => url, installation.setupCode ?? '')
    const signIn = async (who: { account: string; password: string }): Promise<string> => {
      const answer = await fetch(`${url}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(who),
      })
      return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    }
    const spec = world.find((one) => one.gateways.length === 1)
    const own = spec?.gateways[0]
    if (!spec || !own) throw new Error('the world has no station')
    let timer: NodeJS.Timeout | undefined
    try {
      await connected(installation)
      await customer.ask('POST /api/accounts', '/api/accounts', {
        id: randomUUID(),
        name: 'Second',
        role: 'administrator',
        companyId: customer.companyId,
        ...second,
      })
      // Whoever was made within the last day is no second person.
      const owner = new Client({ connectionString: installation.databaseUrl })
      await owner.connect()
      await owner.query("UPDATE audit SET at = at - interval '2 days' WHERE action = 'account.create'")
      await owner.end()
      const site = { name: 'Own-broker', timeZone: 'Asia/Shanghai', latitude: 31, longitude: 121 }
      const stationId = await customer.createStation({ ...site, reportMin: 5 })
      const { secret, host, port } = await customer.addGateway(stationId, own.sn)
      const station = simulateDevices(spec, {
        counters: plausibleCounters(spec, Date.now()),
        faults: [],
        gridMs: 60_000,
      })
      const flash = newFlash()
      const gateway = createSimulatedGateway({
        url: `mqtt://${host}:${port}`,
        sn: own.sn,
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
          busy = false
        })
      }, 20)

      const id = randomUUID()
      const image = { component: 'gateway', vendor: gatewayVendor, model: own.model, version } as const
      const bundle = await buildPackage(
        {
          name: 'Over Mosquitto',
          version,
          vendor: gatewayVendor,
          images: [{ ...image, seq: 100, expires: farAway, data: imageBytes(200 * KB, version) }],
        },
        signer,
      )
      const sent = await fetch(`${url}/api/packages/${id}`, {
        method: 'PUT',
        headers: { cookie: await signIn(firstAdministrator), 'content-type': 'application/x-tar' },
        body: new Uint8Array(bundle),
      })
      expect(sent.status).toBe(200)
      const approved = await fetch(`${url}/api/packages/${id}/approve`, {
        method: 'POST',
        headers: {
          cookie: await signIn(second),
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: '{}',
      })
      expect(approved.status).toBe(200)
      let gatewayId = ''
      await until('the gateway can be upgraded', PATIENCE_MS, async () => {
        await pause(200)
        const path = `/api/packages/${id}/targets`
        const [target] = (await customer.ask('GET /api/packages/{packageId}/targets', path)).targets
        gatewayId = target?.id ?? ''
        return target?.blocks.length === 0
      })
      const { tasks } = await customer.ask('POST /api/upgrades', '/api/upgrades', {
        packageId: id,
        gatewayIds: [gatewayId],
        mode: 'fast',
        stopAtFailure: false,
      })
      const seen = new Set<number>()
      await until('the upgrade has ended', PATIENCE_MS, async () => {
        await pause(100)
        const { task } = await customer.ask(
          'GET /api/upgrade-tasks/{taskId}',
          `/api/upgrade-tasks/${tasks[0]?.id ?? ''}`,
        )
        seen.add(task.percent)
        return task.endedAt !== null
      })
      const list = await customer.ask('GET /api/upgrade-tasks', '/api/upgrade-tasks')
      expect(list.tasks.map(({ status }) => status)).toEqual(['done'])
      expect(flash.slots.get(own.sn)?.active.version).toBe(version)
      // It went in pieces, and each was seen to arrive.
      expect(seen.size).toBeGreaterThan(3)
      clearInterval(timer)
      await gateway.stop()
    } finally {
      clearInterval(timer)
      await installation.close()
      await broker.remove()
    }
  })
})
