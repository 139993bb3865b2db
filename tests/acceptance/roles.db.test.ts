import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stationInput } from '#domain/stations/fields.ts'
import { emptyDatabase, testFolder } from '../database.ts'
import { type LooseLink, openLooseLink } from '../loose-link.ts'
import { becomeCustomer, type Credentials, type Customer } from './customer.ts'
import type { ServerSaid } from './server-process.ts'

const program = path.join(import.meta.dirname, 'server-process.ts')
const minute = 60_000

type Server = { said: ServerSaid; process: ChildProcess }
const running: ChildProcess[] = []

/** One server of the installation, in a process of its own. */
const startServer = async (roles: string, databaseUrl: string, mqttPort = 0): Promise<Server> => {
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ROLES: roles,
      PORT: '0',
      METRICS_PORT: '0',
      HOST: '127.0.0.1',
      MQTT_PORT: String(mqttPort),
      MQTT_URL: '',
      DATABASE_URL: databaseUrl,
      DATA_DIR: await testFolder(),
      LOG_LEVEL: 'fatal',
    },
  })
  running.push(child)
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code, by) => reject(new Error(`${roles} did not start: ${code ?? by}`)))
  })
  child.stdout.resume()
  return { said: JSON.parse(line) as ServerSaid, process: child }
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

describe('an installation of three servers on one database: people, gateways, and what is done again and again', () => {
  let api: Server
  let gateways: Server
  let worker: Server
  let customer: Customer
  let stationId: string
  let credentials: Credentials
  let link: LooseLink
  const heard: string[] = []
  const boot = randomBytes(8).toString('hex')
  const inverter = 'INVROLES0001'
  let closed = false

  beforeAll(async () => {
    const databaseUrl = await emptyDatabase()
    gateways = await startServer('intake,broker', databaseUrl)
    worker = await startServer('worker', databaseUrl)
    api = await startServer('api', databaseUrl, gateways.said.mqttPort)
    customer = await becomeCustomer(() => api.said.url, api.said.setupCode ?? '')
    stationId = await customer.createStation({
      name: 'Three-servers',
      timeZone: 'UTC',
      latitude: 48,
      longitude: 11,
      reportMin: 5,
    })
    credentials = await customer.addGateway(stationId, 'GWROLES000001')
    const { user, secret, host, port } = credentials
    link = await openLooseLink({
      url: `mqtt://${host}:${port}`,
      sn: user,
      secret,
      will: { v: 1, state: 'offline', boot, conn: 1, reason: 'lwt' },
      listensTo: ['cfg', 'cmd/req'],
      onMessage: (topic, payload) => void heard.push(`${topic} ${Buffer.from(payload).toString()}`),
      onClose: () => {
        closed = true
      },
    })
    const ts = Date.now()
    await link.publish('status', { v: 1, state: 'online', boot, conn: 1, ts, sn: user, report_s: 300 })
    await link.publish('inv', {
      v: 1,
      boot,
      rev: 1,
      devices: [{ sn: inverter, t: 'inverter', rated_w: 20_000 }],
    })
  })
  afterAll(async () => {
    await link?.close()
    await Promise.all(running.map(end))
  })

  const devices = async () =>
    (await customer.ask('GET /api/stations/{stationId}/devices', `/api/stations/${stationId}/devices`))
      .devices
  const gatewayId = async (): Promise<string> =>
    (await devices()).find(({ kind }) => kind === 'gateway')?.id ?? ''

  it('each server opens only what its roles need', async () => {
    expect(api.said).toMatchObject({ mqttPort: 0 })
    expect(gateways.said.url.endsWith(':0')).toBe(true)
    expect(worker.said).toMatchObject({ mqttPort: 0 })
    expect(worker.said.url.endsWith(':0')).toBe(true)
    expect(credentials.port).toBe(gateways.said.mqttPort)
  })

  it('what a gateway says at one is shown by another, and its energy computed by the third', async () => {
    const now = Date.now()
    for (const [seq, wh] of [1_000_000, 1_000_400, 1_000_800].entries()) {
      const ts = now - (2 - seq) * 5 * minute
      await link.publish('tele', {
        v: 1,
        boot,
        seq,
        ts,
        d: [{ sn: inverter, ts, st: 'grid', m: { p: 4_800, e_tot: wh } }],
      })
    }
    await expect.poll(async () => (await devices()).find(({ sn }) => sn === inverter)?.powerW).toBe(4_800)
    await expect
      .poll(async () => {
        const id = (await devices()).find(({ sn }) => sn === inverter)?.id ?? ''
        const { energy } = await customer.ask('GET /api/devices/{deviceId}', `/api/devices/${id}`)
        return energy.lifetimeWh
      })
      .toBe(800)
  })

  it('a command given at one goes out at the other', async () => {
    const id = await gatewayId()
    await customer.ask('POST /api/gateways/{gatewayId}/scan', `/api/gateways/${id}/scan`)
    await expect.poll(() => heard.filter((one) => one.includes('/cmd/req '))).toHaveLength(1)
    expect(heard.find((one) => one.includes('/cmd/req '))).toContain('"op":"scan"')
  })

  it('settings that are changed at one are told by the other', async () => {
    const { station } = await customer.ask('GET /api/stations/{stationId}', `/api/stations/${stationId}`)
    const given = stationInput.parse(
      Object.fromEntries(Object.keys(stationInput.shape).map((name) => [name, Reflect.get(station, name)])),
    )
    await customer.ask(
      'PUT /api/stations/{stationId}',
      `/api/stations/${stationId}`,
      { ...given, reportMin: 10 },
      String(station.version),
    )
    await expect.poll(() => heard.some((one) => one.includes('/cfg ') && one.includes('600'))).toBe(true)
  })

  it('a login that is revoked at one ends the connection at the other', async () => {
    expect(closed).toBe(false)
    const id = await gatewayId()
    await customer.ask('DELETE /api/devices/{deviceId}/credentials', `/api/devices/${id}/credentials`)
    await expect.poll(() => closed).toBe(true)
  })

  it('without the server of gateways people go on reading, and with it again what was given meanwhile goes out', async () => {
    await end(gateways.process)
    expect((await devices()).map(({ sn }) => sn)).toContain(inverter)
  })
})
