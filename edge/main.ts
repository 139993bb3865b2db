// `npm run edge -- …`: reads real devices, once or for ever: docs/edge.md. The secret of a device that is probed, if it
// wants one, is taken from EDGE_SECRET: arguments are seen by everybody on the machine.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readMap } from './engine/topics/map-mistakes.ts'
import { readIdentity, keysFor, writeIdentity } from './pairing/edge-file.ts'
import { pair } from './pairing/pair.ts'
import { readFingerprint } from './pairing/pinned-authority.ts'
import { probe } from './probe.ts'
import { addressRule } from './runtime/addresses.ts'
import type { EdgeClock } from './runtime/edge-clock.ts'
import { createEdgeLog } from './runtime/edge-log.ts'
import { runEdge } from './runtime/run-edge.ts'

const usage = `Say one of
  npm run edge -- probe URL [--profile NAME] [--map FILE]
  npm run edge -- --server URL --code CODE [--authority SHA256] [--data DIR] [--allow RANGE,…] [--name NAME]
  npm run edge -- [--data DIR] [--allow RANGE,…]`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    profile: { type: 'string' },
    /** A file with a mapping of one's own. */
    map: { type: 'string' },
    server: { type: 'string' },
    code: { type: 'string' },
    /** SHA-256 of the server's certificate or its authority. */
    authority: { type: 'string' },
    'authority-sha256': { type: 'string' },
    name: { type: 'string' },
    data: { type: 'string' },
    allow: { type: 'string' },
  },
})

const clock: EdgeClock = {
  wall: Date.now,
  mono: () => performance.now(),
  sleep: (ms, signal) => pause(ms, undefined, { signal, ref: true }).catch(() => undefined),
}
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const folder = values.data ?? process.env['EDGE_DATA'] ?? 'edge-data'

const pairHere = async (server: string, code: string): Promise<string> => {
  const given = values.authority ?? values['authority-sha256'] ?? null
  const fingerprint = given === null ? null : readFingerprint(given)
  if (given !== null && fingerprint === null)
    throw new Error('--authority has to be a SHA-256: 64 figures and letters a to f.')
  const before = readIdentity(folder)
  // The same command once more, as after a restart: a code works only once.
  const pairedBy = createHash('sha256').update(`${server} ${code}`).digest('hex')
  if (before?.pairedBy === pairedBy) return before.serial
  const keys = await keysFor(before)
  const login = await pair({
    server,
    code,
    fingerprint,
    key: keys.publicKey,
    name: values.name ?? null,
    version,
  })
  writeIdentity(folder, { ...login, server, keys, pairedBy })
  return login.serial
}

const run = async (): Promise<void> => {
  const [command, url, ...rest] = positionals
  if (command === 'probe' && url !== undefined && rest.length === 0) {
    const read = await probe(url, {
      profile: values.profile ?? null,
      map: values.map === undefined ? null : readMap(readFileSync(values.map, 'utf8')),
      secret: process.env['EDGE_SECRET'] ?? null,
    })
    process.stdout.write(`${JSON.stringify(read)}\n`)
    return
  }
  if (command !== undefined || (values.server === undefined) !== (values.code === undefined))
    throw new Error(usage)
  // As a child of a server it ends with it, in whatever way that ends: what was read lies on disk.
  if (process.connected) process.once('disconnect', () => process.exit(0))
  const allowed = (values.allow ?? '').split(',').filter((range) => range !== '')
  const rule = addressRule(allowed, process.env['EDGE_ALLOW_LOOPBACK'] === '1')
  const log = createEdgeLog((line) => void process.stderr.write(`${line}\n`), clock.wall)
  if (values.server !== undefined && values.code !== undefined)
    log.say(`paired as ${await pairHere(values.server, values.code)}`)
  const identity = readIdentity(folder)
  if (identity === null) throw new Error(`This edge is not paired yet.\n${usage}`)
  const edge = runEdge({ folder, identity, version, rule, clock, log })
  log.say(`${identity.serial} ${version} runs; its folder is ${folder}`)
  const stop = (): void => {
    // Whoever asks twice does not want to wait.
    process.once('SIGINT', () => process.exit(1)).once('SIGTERM', () => process.exit(1))
    void edge.stop().then(() => process.exit(0))
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
