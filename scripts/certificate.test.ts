import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, describe, expect, it } from 'vitest'
import { certificateFiles, readCertificate, watchCertificate } from '#server/roles/certificate.ts'
import { EnvironmentError } from '#server/env.ts'
import { keepLog } from '#tests/device-transport.ts'
import { issueCertificate, machineNames } from './certificate-files.ts'

const DAY_MS = 24 * 3_600_000
const now = Date.UTC(2026, 5, 21)
const dataDir = mkdtempSync(path.join(tmpdir(), 'sunkeeper-certificate-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const files = certificateFiles(dataDir)
const read = (file: string) => new X509Certificate(readFileSync(file))

describe('the certificate of an installation', () => {
  it('is signed by an authority of its own, for names and addresses, at most 398 days', async () => {
    expect(await readCertificate({ tls: null, dataDir })).toBeNull()
    const { authority } = await issueCertificate(
      dataDir,
      ['sun.local', 'localhost', '192.168.1.4', '::1'],
      now,
    )
    expect(authority).toBe('made')
    const [ca, leaf] = [read(files.authority), read(files.cert)]
    expect(ca.ca).toBe(true)
    expect(leaf.ca).toBe(false)
    expect(leaf.verify(ca.publicKey)).toBe(true)
    expect(leaf.checkIssued(ca)).toBe(true)
    expect([leaf.checkHost('sun.local'), leaf.checkIP('192.168.1.4'), leaf.checkIP('::1')]).not.toContain(
      undefined,
    )
    expect(leaf.checkHost('elsewhere.local')).toBeUndefined()
    expect(leaf.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
    expect(leaf.validToDate.getTime() - leaf.validFromDate.getTime()).toBeLessThanOrEqual(398 * DAY_MS)
    expect(await readCertificate({ tls: null, dataDir })).toEqual({
      cert: readFileSync(files.cert, 'utf8'),
      key: readFileSync(files.key, 'utf8'),
      authority: readFileSync(files.authority, 'utf8'),
    })
  })

  it.skipIf(process.platform === 'win32')('keeps its keys from everybody else', () => {
    for (const file of [files.key, files.authorityKey]) expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(files.key)).mode & 0o777).toBe(0o700)
    expect(readFileSync(files.authority, 'utf8')).not.toContain('PRIVATE KEY')
  })

  it('made again keeps the authority that phones trust, until that has ended', async () => {
    const [ca, key] = [readFileSync(files.authority, 'utf8'), readFileSync(files.key, 'utf8')]
    expect((await issueCertificate(dataDir, ['sun.local'], now + 300 * DAY_MS)).authority).toBe('kept')
    expect(readFileSync(files.authority, 'utf8')).toBe(ca)
    expect(readFileSync(files.key, 'utf8')).not.toBe(key)
    expect(read(files.cert).validToDate.getTime()).toBeGreaterThan(now + 690 * DAY_MS)
    // Not longer than the authority itself.
    await issueCertificate(dataDir, ['sun.local'], now + 3_500 * DAY_MS)
    expect(read(files.cert).validToDate).toEqual(read(files.authority).validToDate)
    expect((await issueCertificate(dataDir, ['sun.local'], now + 3_651 * DAY_MS)).authority).toBe('made')
  })

  it('made again says which names it is no longer for', async () => {
    await issueCertificate(dataDir, ['sun.example', '192.168.1.20', 'fd00::2', 'localhost'], now)
    const again = await issueCertificate(dataDir, ['localhost', 'fd00:0:0::2', 'SUN.example'], now)
    expect(again.dropped).toEqual(['192.168.1.20'])
    expect((await issueCertificate(dataDir, ['localhost', 'fd00::2', 'sun.example'], now)).dropped).toEqual(
      [],
    )
  })

  it('that cannot be used is refused with a sentence that names the setting', async () => {
    const other = path.join(dataDir, 'other.key')
    const rubbish = path.join(dataDir, 'rubbish.pem')
    writeFileSync(other, readFileSync(files.authorityKey))
    writeFileSync(rubbish, 'rubbish')
    const said = (certFile: string, keyFile: string) =>
      readCertificate({ tls: { certFile, keyFile }, dataDir }).then(
        () => 'used',
        (error: unknown) => (error instanceof EnvironmentError ? error.message : `a fault: ${String(error)}`),
      )
    expect(await said(files.cert, files.key)).toBe('used')
    expect(await said(path.join(dataDir, 'none.pem'), files.key)).toMatch(/^TLS_CERT cannot be read: ENOENT/)
    expect(await said(files.cert, path.join(dataDir, 'none.pem'))).toMatch(/^TLS_KEY cannot be read: ENOENT/)
    expect(await said(rubbish, files.key)).toBe('TLS_CERT holds no certificate (PEM)')
    expect(await said(files.cert, rubbish)).toMatch(/^TLS_KEY holds no private key/)
    expect(await said(files.cert, other)).toBe('TLS_KEY does not belong to TLS_CERT')
  })

  it.each([
    [now - 10 * DAY_MS, ['the certificate is not valid yet']],
    [now + 30 * DAY_MS, []],
    [now + 380 * DAY_MS, ['the certificate expires soon']],
    [now + 500 * DAY_MS, ['the certificate has expired']],
  ])('at the start, %d: %s', async (at, said) => {
    await issueCertificate(dataDir, ['localhost'], now)
    const log = keepLog()
    const metrics = new Registry()
    watchCertificate(
      { cert: readFileSync(files.cert, 'utf8'), key: '', authority: null },
      { log, metrics, now: at },
    )
    expect(log.lines.map(({ message }) => message.replace(/:.*/, ''))).toEqual(said)
  })

  it('knows the names of this machine, each once', () => {
    const names = machineNames(['sun.example', 'localhost'])
    expect(names[0]).toBe('sun.example')
    expect(names).toEqual(expect.arrayContaining(['localhost', '127.0.0.1', '::1']))
    expect(new Set(names).size).toBe(names.length)
  })
})
