import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { runVitest } from './run-vitest.ts'

type Say = (line: string) => void

/** It checks signatures of version 4, keeps objects on the disk, and is fetched for this alone. */
const testServer = '@20minutes/s3rver@5.0.0'
/** Until it listens, ms; only ends what hangs. */
const PATIENCE_MS = 60_000

const program = `
import S3rver from '@20minutes/s3rver'
const server = new S3rver({
  address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false, directory: './objects',
  configureBuckets: [{ name: 'sunkeeper-files' }],
})
server.run().then(({ port }) => console.log(port))
process.stdin.resume().on('end', () => process.exit())
`

/** Its address with the login that it knows. @throws when it does not listen */
const listening = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('the test server says nothing')
  const lines = createInterface({ input: child.stdout })
  const [port] = (await once(lines, 'line', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [string]
  return `s3://S3RVER:S3RVER@127.0.0.1:${Number(port)}/sunkeeper-files/prove?tls=no`
}

const suite = (root: string, url: string, what: string, say: Say): boolean =>
  runVitest(root, ['server/platform/files/store.test.ts'], { S3_TEST_URL: url }, say, `files with ${what}`)

/**
 * What a store of files promises, asked of an S3 server that is none of ours: the one that `S3_TEST_URL` names (an empty
 * prefix of its own), else one from the package registry, in a temporary folder.
 */
export const proveFiles = async (root: string, say: Say): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-s3-'))
  let child: ChildProcess | null = null
  try {
    const own = process.env['S3_TEST_URL']
    if (own !== undefined) return suite(root, own, 'the store of S3_TEST_URL', say)
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    writeFileSync(join(folder, 'serve.js'), program)
    const fetched = spawnSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', testServer],
      { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' },
    )
    if (fetched.status !== 0) {
      say(`skipped: ${testServer} could not be fetched; S3_TEST_URL names a store of your own`)
      return true
    }
    child = spawn(process.execPath, ['serve.js'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
    return suite(root, await listening(child), testServer, say)
  } finally {
    child?.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
