import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { topicOf } from '#contract/mqtt/topics.ts'
import { type Certificates, handshake, makeCertificates, oldTls } from '#tests/certificates.ts'
import { connectGateway, eventually, keepLog, startTransport, tryPublish } from '#tests/device-transport.ts'
import { mosquittoProgram, startMosquitto } from '#tests/mosquitto.ts'
import { makeSecret } from './credentials.ts'
import { connectToBroker } from './client-transport.ts'
import { isLoopback } from '../loopback.ts'

const gateway = 'GW2408A00017'
const secrets = { [gateway]: makeSecret() }
const login = { clientId: gateway, username: gateway, password: secrets[gateway] ?? '' }
const certificates: Certificates = await makeCertificates()
const { authority } = certificates
const kinds = ['good', 'ofStranger', 'expired', 'ofAnotherName'] as const

const open = async (kind: (typeof kinds)[number]) => {
  const { broker, received } = await startTransport({
    secrets,
    tls: { port: 0, host: '127.0.0.1', ...certificates[kind] },
  })
  return { broker, received, port: broker.tlsPort ?? 0 }
}

describe('the MQTT interface: transport', () => {
  it('D20: speaks TLS 1.2 and newer on a port of its own, and nothing plain there', async () => {
    const { broker, received, port } = await open('good')
    const client = await connectGateway(broker, login, { protocol: 'mqtts', port, ca: authority })
    expect(await tryPublish(client, topicOf(gateway, 'tele'), '{}')).toBe('acknowledged')
    expect(received).toHaveLength(1)
    client.end(true)
    expect(await handshake(port, { ca: authority, maxVersion: 'TLSv1.2' })).toBe('TLSv1.2')
    for (const version of ['TLSv1', 'TLSv1.1'] as const) {
      const said = await handshake(port, { ca: authority, ...oldTls(version) })
      expect(said).toMatch(/ALERT_PROTOCOL_VERSION/)
    }
    await expect(connectGateway(broker, login, { protocol: 'mqtt', port })).rejects.toThrow(/closed|reset/i)
    await broker.close()
  })

  it('takes the next free port for TLS when the wanted one is taken, and says so', async () => {
    const first = await open('good')
    const { broker, log } = await startTransport({
      secrets,
      tls: { port: first.port, host: '127.0.0.1', ...certificates.good },
    })
    expect(broker.tlsPort).toBeGreaterThan(first.port)
    expect(log.lines).toMatchObject([
      {
        level: 'warn',
        fields: { wanted: first.port, port: broker.tlsPort },
        message: expect.stringContaining('MQTTS port taken'),
      },
    ])
    await first.broker.close()
    await broker.close()
  })

  it('D20: a gateway that checks goes to no server with a wrong authority, an expired certificate or another name', async () => {
    for (const [kind, reason] of [
      ['ofStranger', /unable to verify/],
      ['expired', /expired/],
      ['ofAnotherName', /altnames/],
    ] as const) {
      const { broker, port } = await open(kind)
      await expect(connectGateway(broker, login, { protocol: 'mqtts', port, ca: authority })).rejects.toThrow(
        reason,
      )
      expect(await broker.stats()).toMatchObject({ connected: 0, received: 0 })
      await broker.close()
    }
  })

  it('warns of plain MQTT outside loopback', async () => {
    const { broker, log } = await startTransport({ secrets, host: '0.0.0.0' })
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { host: '0.0.0.0' } }])
    await broker.close()
  })

  it.each([
    ['127.0.0.1', true],
    ['127.8.0.1', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.4', false],
    ['127.example.org', false],
  ])('%s is loopback: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected)
  })
})

/** What the server says of a broker at this port, trusting our authority only. */
const greet = async (port: number): Promise<string> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sunkeeper-broker-tls-'))
  const caFile = path.join(folder, 'ca.pem')
  writeFileSync(caFile, authority)
  const log = keepLog()
  const transport = connectToBroker({
    url: `mqtts://127.0.0.1:${port}`,
    caFile,
    clientId: 'server',
    shareTelemetry: false,
    receive: async () => 'ok',
    now: () => 0,
    log,
  })
  const line = await eventually(() =>
    log.lines.find(
      ({ message }) =>
        message === 'no connection to the MQTT broker' || message === 'listening at the MQTT broker',
    ),
  )
  await transport.close()
  rmSync(folder, { recursive: true })
  return line.message !== 'listening at the MQTT broker' ? String(line.fields['reason']) : 'listening'
}

describe('a broker that is not ours, by TLS', () => {
  it.skipIf(mosquittoProgram === null).each([
    ['good', /^listening$/],
    ['ofStranger', /unable to verify/],
    ['expired', /expired/],
    ['ofAnotherName', /altnames/],
  ] as const)('D20: with a certificate %s: %s', async (kind, said) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sunkeeper-broker-tls-'))
    const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
    writeFileSync(certFile, certificates[kind].cert)
    writeFileSync(keyFile, certificates[kind].key)
    const broker = await startMosquitto({ tlsLines: [`certfile ${certFile}`, `keyfile ${keyFile}`] })
    expect(await greet(broker.tlsPort ?? 0)).toMatch(said)
    await broker.remove()
    rmSync(folder, { recursive: true })
  })

  it('D20: is not used with TLS 1.1', async () => {
    const old = createTlsServer({ ...certificates.good, ...oldTls('TLSv1.1') })
    old.on('tlsClientError', () => undefined)
    old.listen(0, '127.0.0.1')
    await once(old, 'listening')
    const { port } = old.address() as AddressInfo
    // It does speak it, to whoever wants to.
    expect(await handshake(port, { ca: authority, ...oldTls('TLSv1.1') })).toBe('TLSv1.1')
    expect(await greet(port)).toMatch(/version|protocol/i)
    old.close()
  })
})
