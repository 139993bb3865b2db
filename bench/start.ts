import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { createLog } from '#server/platform/log.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { freePort } from '../tests/free-port.ts'
import { type Benchmark, figure, median } from './figure.ts'

const ROUNDS = 5
const LOOK_MS = 10
const root = join(import.meta.dirname, '..')

/** Seconds from `npm start` to the first answer that people can be served. */
const startOnce = async (dataDir: string): Promise<number> => {
  const port = await freePort()
  const began = performance.now()
  const program = ['--import', join(root, 'scripts/compile-cache.mjs'), join(root, 'scripts/start.ts')]
  const child = spawn(process.execPath, program, {
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      MQTT_PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      MQTT_URL: '',
      NODE_ENV: 'production',
      LOG_LEVEL: 'fatal',
    },
  })
  const ended = once(child, 'exit')
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)
      if (answer?.ok) return (performance.now() - began) / 1000
      if (child.exitCode !== null) throw new Error('the server did not start')
      await pause(LOOK_MS)
    }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** How long an installation that was stopped in good order takes to serve people again. */
export const benchStart: Benchmark = async (print) => {
  await buildWeb()
  const home = await mkdtemp(join(tmpdir(), 'sunkeeper-start-'))
  await chmod(home, 0o711)
  const [dataDir, bare] = [join(home, 'installation'), join(home, 'bare')]
  try {
    const first = await startOnce(dataDir)
    const [whole, database, program]: [number[], number[], number[]] = [[], [], []]
    await (await startEmbedded({ dataDir: bare, log: createLog('silent') })).stop()
    for (let round = 0; round < ROUNDS; round += 1) {
      let began = performance.now()
      const running = await startEmbedded({ dataDir: bare, log: createLog('silent') })
      database.push((performance.now() - began) / 1000)
      await running.stop()
      began = performance.now()
      await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
      program.push((performance.now() - began) / 1000)
      whole.push(await startOnce(dataDir))
    }
    const floor = median(database) + median(program)
    const against = `an empty Node and the bare PostgreSQL one after the other: ${floor.toPrecision(3)} s`
    print(figure('start.again', median(whole), 's', against, '<= 3'))
    print(figure('start.ratio', median(whole) / floor, 'times', against))
    print(figure('start.first', first, 's', 'the same, with making the database'))
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
