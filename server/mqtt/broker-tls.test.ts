import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { topicOf } from '#contract/mqtt/topics.ts'
import { connectGateway, startDoor, tryPublish } from '#tests/device-door.ts'
import { isLoopback } from './loopback.ts'
import { makeSecret } from './credentials.ts'

const gateway = 'GW2408A00017'
const secrets = { [gateway]: makeSecret() }
const login = { clientId: gateway, username: gateway, password: secrets[gateway] ?? '' }
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

function makeCertificate(): { cert: string; key: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'sunkeeper-tls-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
  ]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const made = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  rmSync(folder, { recursive: true })
  return made
}

describe('the device door: transport', { timeout: 60_000 }, () => {
  it.skipIf(!hasOpenssl)('speaks TLS on a port of its own, and nothing plain there', async () => {
    const { cert, key } = makeCertificate()
    const { broker, received } = await startDoor({ secrets, tls: { port: 0, host: '127.0.0.1', cert, key } })
    const { tlsPort } = broker
    if (tlsPort === null) throw new Error('no TLS port')
    const secure = { protocol: 'mqtts' as const, port: tlsPort, ca: cert }
    const client = await connectGateway(broker, login, secure)
    expect(await tryPublish(client, topicOf(gateway, 'tele'), '{}')).toBe('acknowledged')
    expect(received).toHaveLength(1)
    client.end(true)
    await expect(connectGateway(broker, login, { protocol: 'mqtt', port: tlsPort })).rejects.toThrow(
      /closed|reset/i,
    )
    await broker.close()
  })

  it('warns of plain MQTT outside loopback', async () => {
    const { broker, log } = await startDoor({ secrets, host: '0.0.0.0' })
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
