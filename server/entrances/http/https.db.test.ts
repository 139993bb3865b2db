import { get } from 'node:http'
import { request } from 'node:https'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'
import { type Certificates, handshake, makeCertificates, oldTls } from '#tests/certificates.ts'

const certificates = await makeCertificates()
const openWith = async (pair: { cert: string; key: string }) =>
  testApp({ settings: { tls: pair, secure: true, authority: certificates.authority } })
const portOf = ({ url }: { url: string }): number => Number(new URL(url).port)

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }
const ask = (port: number, path: string, ca: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, ca }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
      .on('error', reject)
      .end()
  })

describe('HTTPS', () => {
  let port: number
  const { authority }: Certificates = certificates
  beforeAll(async () => {
    port = portOf(await openWith(certificates.good))
  })

  it('D20: speaks TLS 1.2 and 1.3 to whoever trusts its authority', async () => {
    expect(await handshake(port, { ca: authority, maxVersion: 'TLSv1.2' })).toBe('TLSv1.2')
    expect(await handshake(port, { ca: authority })).toBe('TLSv1.3')
    const { status, headers } = await ask(port, '/api/health', authority)
    expect(status).toBe(200)
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{7,}$/)
  })

  it.each(['TLSv1', 'TLSv1.1'] as const)('D20: refuses %s', async (version) => {
    const said = await handshake(port, { ca: authority, ...oldTls(version) })
    expect(said).toMatch(/ALERT_PROTOCOL_VERSION/)
  })

  it('D20: is not trusted with a certificate of somebody else, an expired one, or another name', async () => {
    const seen = await Promise.all(
      (['ofStranger', 'expired', 'ofAnotherName'] as const).map(async (kind) =>
        handshake(portOf(await openWith(certificates[kind])), { ca: authority }),
      ),
    )
    expect(seen).toEqual([
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ])
  })

  it('D20: answers nothing plain on that port', async () => {
    const said = await new Promise<string>((resolve) => {
      get({ host: '127.0.0.1', port, path: '/api/health' }, () => resolve('answered')).once(
        'error',
        (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message),
      )
    })
    expect(said).toMatch(/ECONNRESET|HPE_/)
  })

  it('gives its authority’s certificate to phones, and no key', async () => {
    const { status, headers, text } = await ask(port, '/ca.crt', authority)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/x-x509-ca-cert')
    expect(text).toBe(authority)
    expect(text).not.toContain('PRIVATE')
  })
})

describe('HTTP without TLS', () => {
  it('D20: forces no upgrade where it is plain, and has no authority to give', async () => {
    const plain = await testApp()
    const answer = await plain.request('GET /api/health')
    expect(answer.headers.get('strict-transport-security')).toBeNull()
    expect(answer.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    expect((await plain.request('GET /ca.crt')).status).toBe(404)
  })
})
