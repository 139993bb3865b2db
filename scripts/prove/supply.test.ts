// What the project is made of: its packages, their licences, and that no secret went along.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { auditTrouble } from './audit.ts'
import { exceptions, licenceTrouble, readLicences } from './licences.ts'
import { type Lock, lockTrouble } from './lock.ts'
import { entropy, filesToSearch, searchFiles, secretsIn } from './secrets.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))
type Manifest = { dependencies: Record<string, string> }

describe('P1: the lock file', () => {
  const manifest = read('package.json') as Manifest
  const lock = read('package-lock.json') as Lock

  it('P1: says what package.json says, exactly, with a hash for every package', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(200)
    expect(lockTrouble(manifest, lock)).toEqual([])
  })

  it('P1: a change of package.json alone, a loose version and a package without a hash are seen', () => {
    const { fastify = '' } = manifest.dependencies
    const changed = (dependencies: Record<string, string>) =>
      lockTrouble({ ...manifest, dependencies: { ...manifest.dependencies, ...dependencies } }, lock)
    expect(changed({ fastify: '5.0.0' }).join()).toContain(
      `fastify is 5.0.0 in package.json, ${fastify} in the lock`,
    )
    expect(changed({ added: '1.0.0' }).join()).toContain(
      'added is 1.0.0 in package.json, nothing in the lock',
    )
    expect(changed({ fastify: `^${fastify}` }).join()).toContain('not one exact version')
    const packages = {
      ...lock.packages,
      'node_modules/evil': { version: '1.0.0', resolved: 'git+ssh://evil' },
    }
    const seen = lockTrouble(manifest, { packages }).join()
    expect(seen).toContain('node_modules/evil comes from git+ssh://evil')
    expect(seen).toContain('node_modules/evil has no SHA-512')
  })
})

const trouble = (licence: string, name = 'x', today = '2026-01-01'): string[] =>
  licenceTrouble([{ name, licence }], today)

const report = (severity: string): string =>
  JSON.stringify({
    metadata: { vulnerabilities: { [severity]: 1 } },
    vulnerabilities: { evil: { severity } },
  })

describe('P3: known holes in packages', () => {
  it('P3: high and critical ones are red, lower ones and dated exceptions are not', () => {
    expect(auditTrouble(report('critical'), '2026-01-01')).toEqual(['evil: critical'])
    expect(auditTrouble(report('high'), '2026-01-01')).toEqual(['evil: high'])
    expect(auditTrouble(report('moderate'), '2026-01-01')).toEqual([])
    const agreed = [{ package: 'evil', because: 'only in a test', until: '2026-06-30' }]
    expect(auditTrouble(report('high'), '2026-06-30', agreed)).toEqual([])
    expect(auditTrouble(report('high'), '2026-07-01', agreed)).toEqual(['evil: high'])
  })

  it('P3: no answer is told apart from a good one', () => {
    for (const text of [
      '',
      'npm error audit endpoint',
      '{"error":{"code":"ENOTFOUND"}}',
      '{"message":"404"}',
    ])
      expect([text, auditTrouble(text, '2026-01-01')]).toEqual([text, null])
  })
})

describe('P4: licences', () => {
  it('P4: of every package somebody has agreed to the licence', () => {
    const installed = readLicences(root)
    expect(installed.length).toBeGreaterThan(200)
    expect(licenceTrouble(installed, '2026-01-01')).toEqual([])
  })

  it('P4: another licence, none, and an exception whose time is over are seen', () => {
    for (const licence of [
      'GPL-3.0',
      'AGPL-3.0-only',
      'none named',
      'UNLICENSED',
      'MIT AND GPL-3.0',
      'LGPL-3.0-or-later',
    ])
      expect([licence, trouble(licence)]).toEqual([licence, [`x: ${licence}`]])
    for (const licence of ['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC'])
      expect([licence, trouble(licence)]).toEqual([licence, []])
    for (const { licence, until, because } of exceptions) {
      expect(because.length).toBeGreaterThan(20)
      const name = licence.startsWith('LGPL') ? '@img/sharp-libvips-linux-x64' : 'lightningcss'
      expect(trouble(licence, name, until)).toEqual([])
      expect(trouble(licence, name, '2099-01-01')).toHaveLength(1)
    }
  })
})

/** Put together at the last moment, so that this file holds no secret itself. */
const glue = (...parts: string[]): string => parts.join('')

describe('P6: secrets', () => {
  it('P6: none is in a file of the repository or of the built app', () => {
    const files = filesToSearch(root)
    expect(files.length).toBeGreaterThan(300)
    expect(searchFiles(root, files)).toEqual([])
  })

  const body = 'a1B2'.repeat(9)
  const random = glue('k7Qz1vXw9Rt4', 'Lp2Yc8Nb5Md3')
  const seeded: readonly (readonly [string, string])[] = [
    ['a private key', glue('-----BEGIN ', 'PRIVATE KEY-----', '\n', body, body)],
    ['a cloud access key', glue('key = ', 'AKIA', 'IOSFODNN7EXAMPLE')],
    ['a token of a code host', glue('ghp', '_', body)],
    ['a token of a package registry', glue('//registry/:_authToken=', 'npm', '_', body)],
    ['a signed token', glue('eyJ', body, '.', 'eyJ', body, '.', body)],
    ['an address with a password', glue('postgresql://sun:', 'k7Qz1vXw9Rt4', '@db.example.org/sun')],
    ['a random value', glue("const apiKey = '", random, "'")],
    ['a random value', glue('"password": "', random, '"')],
  ]

  it.each(seeded)('P6: %s that was left in a file is found, and not repeated', (what, text) => {
    const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-secrets-'))
    writeFileSync(join(folder, 'left.ts'), `// before\n${text}\n`)
    const found = searchFiles(folder, ['left.ts'])
    rmSync(folder, { recursive: true })
    expect(found.join()).toContain(`left.ts: ${what}`)
    expect(found.join()).not.toContain(random)
  })

  it('P6: ordinary words and hashes of files are none', () => {
    expect(entropy('aaaa')).toBe(0)
    for (const text of [
      "password: 'another-violet-anchor-94'",
      'token: z.string().check(z.maxLength(400))',
      "passwordHelp: 'At least 15 characters'",
      'mqtts://user:password@broker.example:8883',
    ])
      expect([text, secretsIn(text)]).toEqual([text, []])
  })
})
