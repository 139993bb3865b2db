import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLooseLink } from '#tests/loose-link.ts'
import { readEnvironment } from '#server/env.ts'
import { type Installation, openInstallation } from '#server/main.ts'
import { emptyDatabase, testFolder } from '../database.ts'
import { eventually } from '../device-transport.ts'
import { hasDynamicSecurity, type Mosquitto, startMosquitto } from '../mosquitto.ts'
import { becomeCustomer, type Credentials, type Customer } from './customer.ts'
import { killLoop } from './kill.ts'
import { connected, cutOff, taken } from './other-broker.ts'

const START = Date.UTC(2026, 5, 21, 4)
const minute = 60_000

/** One gateway with one inverter, by hand. */
const openGateway = async ({ user, secret, host, port }: Credentials) => {
  const boot = randomBytes(8).toString('hex')
  const link = await openLooseLink({
    url: `mqtt://${host}:${port}`,
    sn: user,
    secret,
    will: { v: 1, state: 'offline', boot, conn: 1, reason: 'lwt' },
    listensTo: ['cfg'],
    onMessage: () => {},
    onClose: () => {},
  })
  const inverter = `INV${user}`
  await link.publish('status', { v: 1, state: 'online', boot, conn: 1, ts: START, sn: user, report_s: 300 })
  await link.publish('inv', {
    v: 1,
    boot,
    rev: 1,
    devices: [{ sn: inverter, t: 'inverter', rated_w: 20_000 }],
  })
  return {
    link,
    report: (seq: number, ts: number, watts: number) =>
      link.publish('tele', {
        v: 1,
        boot,
        seq,
        ts,
        d: [{ sn: inverter, ts, st: 'grid', m: { p: watts, e_tot: 1_000_000 + seq * 100 } }],
      }),
  }
}

describe.skipIf(!hasDynamicSecurity)('an installation with a Mosquitto of its own', () => {
  let broker: Mosquitto
  let installation: Installation
  let customer: Customer
  let stationId: string
  let now = START
  beforeAll(async () => {
    broker = await startMosquitto({ security: true })
    const env = readEnvironment({
      PORT: '0',
      METRICS_PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: await testFolder(),
      DATABASE_URL: await emptyDatabase(),
      MQTT_URL: broker.url,
    })
    installation = await openInstallation(env, { verifyAnswers: true, clock: () => now })
    customer = await becomeCustomer(() => installation.url, installation.setupCode ?? '')
    await connected(installation)
    stationId = await customer.createStation({
      name: 'Own-broker',
      timeZone: 'Asia/Shanghai',
      latitude: 31,
      longitude: 121,
      reportMin: 5,
    })
  })
  afterAll(async () => {
    await installation.close()
    await broker.remove()
  })

  const devices = async () =>
    (await customer.ask('GET /api/stations/{stationId}/devices', `/api/stations/${stationId}/devices`))
      .devices
  const inverterOf = async (sn: string) => (await devices()).find((device) => device.sn === `INV${sn}`)

  it('a gateway that is added reports through it from the first moment', async () => {
    const credentials = await customer.addGateway(stationId, 'GWOWN0000001')
    const { link, report } = await openGateway(credentials)
    await report(1, now, 4_200)
    await taken(installation, 1)
    expect(await inverterOf('GWOWN0000001')).toMatchObject({ powerW: 4_200 })
    await link.close()
  })

  it('S8: broker down: reading works and figures grow old, logins are refused at once, revoked ones are told later', async () => {
    const kept = await customer.addGateway(stationId, 'GWOWN0000002')
    const lost = await customer.addGateway(stationId, 'GWOWN0000003')
    const { link, report } = await openGateway(kept)
    await report(1, now, 3_000)
    await taken(installation, 2)
    await link.close()
    const fresh = await inverterOf('GWOWN0000002')
    expect(fresh).toMatchObject({ state: 'grid_connected', powerW: 3_000, lastAt: now })

    await broker.stop()
    await cutOff(installation)
    // What cannot be had is said at once, and nothing is half done.
    await expect(customer.addGateway(stationId, 'GWOWN0000004')).rejects.toThrow(/503.*unavailable/)
    expect((await devices()).some(({ sn }) => sn === 'GWOWN0000004')).toBe(false)
    expect(await installation.transport.send('pv/v1/GWOWN0000002/cmd/req', Buffer.from('{}'))).toBe('offline')
    const gone = (await devices()).find(({ sn }) => sn === 'GWOWN0000003')
    const path = `/api/devices/${gone?.id ?? ''}/credentials`
    await expect(customer.ask('DELETE /api/devices/{deviceId}/credentials', path)).rejects.toThrow(
      /503.*unavailable/,
    )

    now += 60 * minute
    // Ready for people all the same, and what they see says that it is old.
    expect((await fetch(`${installation.url}/api/health`)).status).toBe(200)
    const old = await inverterOf('GWOWN0000002')
    expect(old).toMatchObject({ state: 'disconnected', lastAt: fresh?.lastAt })
    const { stations } = await customer.ask('GET /api/stations', '/api/stations')
    expect(stations).toHaveLength(1)

    await broker.start()
    await connected(installation)
    // Revoked is revoked: the broker has been told by now, or will be in a moment.
    await eventually(async () =>
      openGateway(lost).then(
        ({ link: still }) => still.cut(),
        () => true,
      ),
    )
    const again = await openGateway(kept)
    await again.report(1, now, 3_500)
    await taken(installation, 3)
    expect(await inverterOf('GWOWN0000002')).toMatchObject({ state: 'grid_connected', powerW: 3_500 })
    await again.link.close()
    await customer.addGateway(stationId, 'GWOWN0000004')
  })
})

describe.skipIf(!hasDynamicSecurity)('kill -9 with a Mosquitto of its own', () => {
  it('L2: of the server: what that broker has acknowledged is stored once, by the next server', async () => {
    const broker = await startMosquitto({ security: true })
    try {
      const figures = await killLoop('server', 1, await testFolder(), undefined, broker.url)
      expect(figures).toMatchObject({
        missing: 0,
        doubled: 0,
        orphans: 0,
        acknowledged: figures.messages,
        stored: figures.messages,
        energyWh: figures.growthWh,
      })
      expect(figures.messages).toBeGreaterThan(100)
    } finally {
      await broker.remove()
    }
  })
})
