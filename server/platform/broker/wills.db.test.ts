import { expect, it, vi } from 'vitest'
import type { MqttClient } from 'mqtt'
import { encode } from '#contract/mqtt/decode.ts'
import type { Birth, Will } from '#contract/mqtt/status.ts'
import { topicOf } from '#contract/mqtt/topics.ts'
import { linkOf } from '#server/features/devices/device-store.ts'
import { createReadingIntake } from '#server/features/telemetry/reading-intake.ts'
import { testApp } from '#tests/app.ts'
import { connectGateway, startTransport } from '#tests/device-transport.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { makeSecret } from './credentials.ts'
import { createIntakeCounters } from '../../entrances/mqtt/intake-counters.ts'
import { intakeHandlers } from '../../entrances/mqtt/intake-handlers.ts'
import { createIntake } from '../../entrances/mqtt/intake.ts'

it('D17: late wills of connections that were taken over leave a gateway online on the server; that of the last one does not', async () => {
  const app = await testApp()
  const { context } = app
  const station = await makeStation(app.db, app.now(), app.companies.a)
  const { id, sn } = await makeDevice(app.db, app.now(), station, 'gateway')
  const secret = makeSecret()
  const readings = createReadingIntake(context)
  let willsHandled = 0
  const born = Promise.withResolvers<void>()
  const intake = createIntake({
    ...intakeHandlers(context, readings),
    now: app.now,
    log: context.log,
    counters: createIntakeCounters(context.metrics),
  })
  const { broker } = await startTransport({
    secrets: { [sn]: secret },
    receive: async (message) => {
      const isWill = Buffer.from(message.payload).includes('"offline"')
      // Late: after the births of all that came since.
      if (isWill) await born.promise
      const outcome = await intake.receive(message)
      if (isWill) willsHandled += 1
      return outcome
    },
  })
  const status = topicOf(sn, 'status')
  const boot = '9f3c61d07ab2e415'
  const connect = async (conn: number): Promise<MqttClient> => {
    const will: Will = { v: 1, state: 'offline', boot, conn, reason: 'lwt' }
    const birth: Birth = { v: 1, state: 'online', boot, conn, ts: app.now() }
    const client = await connectGateway(
      broker,
      { clientId: sn, username: sn, password: secret },
      { will: { topic: status, payload: Buffer.from(encode(will)), qos: 1, retain: true } },
    )
    await client.publishAsync(status, Buffer.from(encode(birth)), { qos: 1, retain: true })
    return client
  }
  // Each connection takes over from the one before, which is still open: its will fires while the new one lives.
  let last: MqttClient | null = null
  for (let conn = 1; conn <= 5; conn += 1) last = await connect(conn)
  expect(willsHandled).toBe(0)
  born.resolve()
  await vi.waitFor(() => expect(willsHandled).toBe(4), 30_000)
  expect(await linkOf(app.db, id)).toMatchObject({ connected: true, gone_at: null, conn: 5 })
  last?.stream.destroy()
  await vi.waitFor(() => expect(willsHandled).toBe(5), 30_000)
  expect(await linkOf(app.db, id)).toMatchObject({ connected: false })
  last?.end(true)
  await broker.close()
  await readings.close()
})
