import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { certificateFiles } from '#server/roles/certificate.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'sunkeeper-gone-reader-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** How a command ends, and what it complains of, when nobody reads what it prints. */
const unread = async (script: string, ...args: string[]) => {
  const { TLS_CERT: _, TLS_KEY: __, ...env } = process.env
  const command = spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    env: { ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  command.stdout.destroy()
  let said = ''
  command.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(command, 'close')) as [number | null]
  return { code, said }
}

it.each([
  ['certificate.ts'],
  ['distribute.ts', '--coordinator', 'db.example:5432', '--workers', 'db-1.example:5432'],
])('%s ends quietly when nobody reads what it prints', async (script, ...args) => {
  expect(await unread(script, ...args)).toEqual({ code: 0, said: '' })
})

it('what was asked for is done all the same', async () => {
  rmSync(path.join(dataDir, 'tls'), { recursive: true, force: true })
  await unread('certificate.ts')
  expect(existsSync(certificateFiles(dataDir).cert)).toBe(true)
})
