import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { certificateFiles } from '#server/roles/certificate.ts'
import { issueCertificate } from '../scripts/certificate-files.ts'
import { haproxyProgram, writtenForHaproxy } from './haproxy.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sunkeeper-haproxy-page-'))
afterAll(() => rmSync(folder, { recursive: true }))
const [people = '', ...others] = writtenForHaproxy()

/** What HAProxy says of it with certificates of this machine; Debian's makes the user whom it becomes. */
const checked = async (text: string): Promise<string> => {
  await issueCertificate(folder, ['localhost'], Date.now())
  const { authority, cert, key } = certificateFiles(folder)
  const pem = path.join(folder, 'sunkeeper.pem')
  writeFileSync(pem, `${readFileSync(cert, 'utf8')}${readFileSync(key, 'utf8')}`)
  const config = path.join(folder, 'haproxy.cfg')
  writeFileSync(
    config,
    text
      .replaceAll(/\/etc\/(?:haproxy|rabbitmq\/tls)\/ca\.crt/g, authority)
      .replaceAll('/etc/haproxy/sunkeeper.pem', pem),
  )
  const { stdout, stderr } = spawnSync(haproxyProgram ?? '', ['-c', '-f', config], { encoding: 'utf8' })
  return `${stdout}${stderr}`.trim()
}

describe('HAProxy as docs/scale.md configures it', () => {
  it('does not keep the rights of the user who starts it, and has a limit of its own', () => {
    expect(others).toHaveLength(2)
    for (const text of [people, ...others])
      expect(text).toMatch(
        /^global\n {2}user haproxy\n {2}group haproxy\n {2}chroot \S+\n {2}log .*\n {2}maxconn \d+\n/,
      )
  })

  it.skipIf(haproxyProgram !== '/usr/sbin/haproxy')('is taken by HAProxy, in TLS too', async () => {
    const page = readFileSync(new URL('../docs/scale.md', import.meta.url), 'utf8')
    const [, bind = '', check = ''] = /^( {2}bind :443 .*\n)( {2}default-server .*\n)/m.exec(page) ?? []
    const inTls = people.replace(/^ {2}bind :80\n/m, bind).replace(/^ {2}default-server .*\n/m, check)
    expect(inTls).toContain('ssl verify required')
    for (const text of [people, inTls, ...others])
      expect(await checked(text)).toBe('Configuration file is valid')
  })
})
