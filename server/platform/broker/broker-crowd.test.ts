import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { topicOf } from '#contract/mqtt/topics.ts'
import {
  connectGateway,
  connectPacket,
  connectRaw,
  eventually,
  publishPacket,
  startTransport,
  tryPublish,
} from '#tests/device-transport.ts'
import { createGatewayLogin, createSecretVerifier, hashSecret, makeSecret } from './credentials.ts'

const serial = (n: number): string => `GWCROWD${String(n).padStart(5, '0')}`

describe('the MQTT interface: many and too much', () => {
  const open: Socket[] = []
  afterAll(() => {
    for (const socket of open) socket.destroy()
  })

  it('D15: 2,000 gateways that reconnect at once all come in, and no secret is stretched twice', async () => {
    const fleet = await Promise.all(
      Array.from({ length: 2_000 }, async (_, n) => {
        const secret = makeSecret()
        return { sn: serial(n), secret, stored: await hashSecret(secret) }
      }),
    )
    const stored = new Map(fleet.map((gateway) => [gateway.sn, gateway.stored]))
    const verifier = createSecretVerifier()
    const { broker } = await startTransport({
      secrets: {},
      authenticate: createGatewayLogin(async (sn) => stored.get(sn) ?? null, verifier),
      // A busy machine takes its time for both sides of 2,000 connections.
      limits: { connectTimeoutMs: 60_000 },
    })
    /** All at once; what CONNACK said to each. */
    const storm = async (): Promise<number[]> =>
      Promise.all(
        fleet.map(async ({ sn, secret }) => {
          const socket = await connectRaw(broker.port)
          open.push(socket)
          socket.write(connectPacket(sn, secret))
          const [answer] = (await once(socket, 'data')) as [Buffer]
          return answer[3] ?? -1
        }),
      )
    expect(new Set(await storm())).toEqual(new Set([0]))
    expect((await broker.stats()).connected).toBe(2_000)
    expect(verifier.derivations).toBe(2_000)

    for (const socket of open.splice(0)) socket.destroy()
    await eventually(async () => (await broker.stats()).connected === 0)
    expect(new Set(await storm())).toEqual(new Set([0]))
    const { connected, refused } = await broker.stats()
    expect([connected, refused]).toEqual([2_000, {}])
    expect(verifier.derivations).toBe(2_000)
    await broker.close()
  })

  it('D15: the broker itself counts: who comes and goes too often is not let in, and nobody else pays for it', async () => {
    const [restless, other] = [serial(1), serial(2)]
    const secrets = { [restless]: makeSecret(), [other]: makeSecret() }
    const { broker } = await startTransport({
      secrets,
      limits: { connect: { loginBurst: 3, loginsPerSecond: 0.001 } },
    })
    const comes = async (sn: string): Promise<number> => {
      const socket = await connectRaw(broker.port)
      open.push(socket)
      socket.write(connectPacket(sn, secrets[sn] ?? ''))
      const [answer] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      return answer[3] ?? -1
    }
    const answers: number[] = []
    for (let n = 0; n < 5; n += 1) answers.push(await comes(restless))
    // 3: the server is not available, which a gateway takes for a reason to wait.
    expect(answers).toEqual([0, 0, 0, 3, 3])
    expect(await comes(other)).toBe(0)
    expect((await broker.stats()).refused).toEqual({ too_many_logins: 2 })
    await broker.close()
  })

  it('D14: of one that floods at most 16 messages are let in at a time; of 200 others all are', async () => {
    const names = Array.from({ length: 201 }, (_, n) => serial(n))
    const secrets = Object.fromEntries(names.map((sn) => [sn, makeSecret()]))
    const [flooder = '', ...others] = names
    const { promise: dealtWith, resolve: deal } = Promise.withResolvers<'ok'>()
    const { broker, received } = await startTransport({
      secrets,
      // The flooder's messages wait for a database that is slow for them.
      receive: async ({ gateway }) => (gateway === flooder ? dealtWith : 'ok'),
    })
    const socket = await connectRaw(broker.port)
    open.push(socket)
    let acknowledged = 0
    socket.write(connectPacket(flooder, secrets[flooder] ?? ''))
    await once(socket, 'data')
    socket.on('data', (bytes: Buffer) => (acknowledged += bytes.length / 4))
    const payload = Buffer.from('{"v":1}')
    const flood = Array.from({ length: 1_000 }, (_, n) =>
      publishPacket(topicOf(flooder, 'tele'), payload, n + 1),
    )
    socket.write(Buffer.concat(flood))
    const fromFlooder = () => received.filter(({ gateway }) => gateway === flooder).length
    await eventually(() => fromFlooder() > 0)

    for (const sn of others) {
      const client = await connectGateway(broker, { clientId: sn, username: sn, password: secrets[sn] ?? '' })
      expect(await tryPublish(client, topicOf(sn, 'tele'), payload)).toBe('acknowledged')
      client.end(true)
    }
    // While nothing of its own is finished, at most 16 of its thousand are inside the broker.
    expect(fromFlooder()).toBeLessThanOrEqual(16)
    expect(received).toHaveLength(200 + fromFlooder())
    expect(acknowledged).toBe(0)
    // It is held back, not robbed: within its burst everything it sent is taken in the end.
    deal('ok')
    await eventually(() => acknowledged === 1_000)
    expect(fromFlooder()).toBe(1_000)
    await broker.close()
  })
})
