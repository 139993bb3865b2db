import { createServer as createPlain } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCertificates } from '#tests/certificates.ts'
import { keysFor, readIdentity, writeIdentity } from './edge-file.ts'
import { pair } from './pair.ts'
import { readFingerprint } from './pinned-authority.ts'

const certificates = await makeCertificates()
const printOf = (pem: string) => new X509Certificate(pem).fingerprint256
const login = {
  serial: 'EDGE-7K2M9Q4XHB',
  secret: 'geheim',
  broker: 'mqtts://127.0.0.1:8883',
  authority: certificates.authority,
  reportS: 60,
}
let asked: string[]
let answer: { status: number; body: unknown }
let servers: { close: () => void }[]
const handle =
  (offered: string | null): Parameters<typeof createPlain>[1] =>
  (request, response) => {
    if (request.url === '/ca.crt') {
      response.writeHead(offered === null ? 404 : 200).end(offered ?? '')
      return
    }
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      asked.push(text)
      response.writeHead(answer.status).end(JSON.stringify(answer.body))
    })
  }
const listening = async (server: Server | ReturnType<typeof createPlain>): Promise<number> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const secure = async (
  pairOf: { cert: string; key: string },
  offered: string | null = null,
): Promise<string> => `https://127.0.0.1:${await listening(createServer(pairOf, handle(offered)))}`
const bring = (server: string, fingerprint: string | null) =>
  pair({
    server,
    code: 'K7QF-93XW',
    fingerprint: fingerprint === null ? null : readFingerprint(fingerprint),
    key: 'A'.repeat(43),
    name: 'Barn',
    version: '0.1.0',
  })
beforeEach(() => {
  asked = []
  servers = []
  answer = { status: 201, body: login }
})
afterEach(() => servers.forEach((server) => server.close()))

describe('pairing', () => {
  it('brings code and key and gets a login', async () => {
    const server = await secure(certificates.good, certificates.authority)
    expect(await bring(server, printOf(certificates.authority))).toEqual(login)
    expect(asked.map((text) => JSON.parse(text))).toEqual([
      { code: 'K7QF-93XW', key: 'A'.repeat(43), version: '0.1.0', name: 'Barn' },
    ])
  })

  it('E6: the fingerprint may be that of the certificate itself, or of an authority that is shown with it', async () => {
    const alone = await secure(certificates.good)
    expect(await bring(alone, printOf(certificates.good.cert))).toEqual(login)
    const { cert, key } = certificates.good
    const chain = await secure({ cert: cert + certificates.authority, key })
    expect(await bring(chain, printOf(certificates.authority))).toEqual(login)
  })

  it('E6: another certificate, an expired one and one for another name get nothing, and are told apart', async () => {
    const { authority, ofStranger, expired, ofAnotherName } = certificates
    const of = printOf(authority)
    await expect(bring(await secure(ofStranger, authority), of)).rejects.toThrow(/certificate|issuer/i)
    await expect(bring(await secure(ofStranger), of)).rejects.toThrow(/somebody may stand between/)
    // Whoever stands between offers an authority of their own, which vouches for them.
    await expect(bring(await secure(ofStranger, ofStranger.cert), of)).rejects.toThrow(
      /somebody may stand between/,
    )
    await expect(bring(await secure(expired, authority), of)).rejects.toThrow(/expired/)
    await expect(bring(await secure(ofAnotherName, authority), of)).rejects.toThrow(/altnames|IP/)
    await expect(bring(await secure(certificates.good), null)).rejects.toThrow(/certificate|issuer/i)
    expect(asked).toEqual([])
  })

  it('E6: without TLS only the machine itself is asked', async () => {
    const port = await listening(createPlain(handle(null)))
    expect(await bring(`http://127.0.0.1:${port}`, null)).toEqual(login)
    await expect(bring('http://192.0.2.1:8080', null)).rejects.toThrow(/has no TLS/)
    await expect(bring('ftp://127.0.0.1', null)).rejects.toThrow(/is no address of a server/)
  })

  it('says what the server says, and is not led astray by what it does not', async () => {
    const server = await secure(certificates.good)
    const of = printOf(certificates.good.cert)
    answer = {
      status: 403,
      body: { error: { code: 'pairing_refused', message: 'The code is wrong or used.' } },
    }
    await expect(bring(server, of)).rejects.toThrow('The server says: The code is wrong or used.')
    for (const body of [null, { ...login, broker: 'https://elsewhere' }, { ...login, serial: '../x' }]) {
      answer = { status: 201, body }
      await expect(bring(server, of)).rejects.toThrow(/nothing that could be understood/)
    }
  })

  it('E8: the login is kept for this program alone, and the keys outlast a new pairing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'edge-file-'))
    try {
      expect(readIdentity(folder)).toBeNull()
      const keys = await keysFor(null)
      const identity = { ...login, server: 'https://sun.example', pairedBy: 'x', keys }
      writeIdentity(folder, identity)
      expect(readIdentity(folder)).toEqual(identity)
      expect(statSync(join(folder, 'edge.json')).mode & 0o777).toBe(0o600)
      expect(await keysFor(readIdentity(folder))).toEqual(keys)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
