// `outer KIND`: runs the other half as `npm run prove` runs its parts. `inner KIND`: starts what would outlive it, says
// which processes and which folder, and then `stays` or `ends` with code 3.
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runWhole } from './whole.ts'

const [half, kind = ''] = process.argv.slice(2)
const deaf = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid)`
const asDaemon = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}],
  { detached: true, stdio: ['ignore', 'inherit', 'ignore'] }).unref()`

/** A process of its own group; gives its number as soon as it hears nothing any more. */
const start = (code: string, options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', code], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      ...options,
    })
    child.stdout.once('data', (text: Buffer) => resolve(Number(text)))
  })

if (half === 'outer') process.exitCode = await runWhole([import.meta.filename, 'inner', kind], 500)
else {
  const folder = mkdtempSync(join(tmpdir(), 'sunkeeper-fixture-'))
  const child = await start(deaf)
  // A database is given an environment of its own, and works in its folder.
  const database = await start(deaf, { cwd: folder, env: {} })
  // Its parent is gone.
  const daemon = await start(asDaemon)
  process.stdout.write(`${JSON.stringify({ pids: [process.pid, child, database, daemon], folder })}\n`)
  if (kind === 'ends') process.exit(3)
  // As a part that waits for a run of tests: nothing is heard meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
