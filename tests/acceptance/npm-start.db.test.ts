// The whole chain that `npm start` is: npm, its shell, the server, PostgreSQL. Whichever of the first two ends, all do.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { alive, readPostmaster } from '#server/platform/db/orphan.ts'
import { testFolder } from '../database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const world = await testFolder()
const patience = { timeout: 60_000, interval: 100 }
const left = new Set<number>()
afterEach(() => {
  for (const pid of left) if (alive(pid)) process.kill(pid, 'SIGKILL')
  left.clear()
})

const environment = (dataDir: string) => ({
  ...process.env,
  PORT: '0',
  MQTT_PORT: '0',
  METRICS_PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  MQTT_URL: '',
  LOG_LEVEL: 'fatal',
})

/** Waits until the server is ready; gives its process and that of PostgreSQL. */
const running = async (
  child: ChildProcess,
  dataDir: string,
): Promise<{ server: number; postgres: number }> => {
  left.add(child.pid ?? 0)
  await new Promise<void>((resolve, reject) => {
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => line.startsWith('ready ') && resolve())
    child.once('exit', (code) => reject(new Error(`did not start: ${code}`)))
  })
  const server = Number(await readFile(path.join(dataDir, 'server.pid'), 'utf8'))
  const postgres = (await readPostmaster(path.join(dataDir, 'database')))?.pid ?? 0
  for (const pid of [server, postgres]) left.add(pid)
  expect([alive(server), alive(postgres)]).toEqual([true, true])
  return { server, postgres }
}

it.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s to npm alone ends the server and its database',
  async (signal) => {
    const dataDir = await mkdtemp(path.join(world, 'npm-'))
    const npm = spawn('npm', ['start', '--', '--without-app'], {
      cwd: root,
      env: environment(dataDir),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const { server, postgres } = await running(npm, dataDir)
    npm.kill(signal)
    await expect.poll(() => [alive(server), alive(postgres)], patience).toEqual([false, false])
  },
  120_000,
)

it('SIGTERM to a shell that does not hand it on ends the server and its database', async () => {
  const dataDir = await mkdtemp(path.join(world, 'shell-'))
  const script = 'node scripts/start.ts'
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" scripts/start.ts --without-app; true`], {
    cwd: root,
    env: {
      ...environment(dataDir),
      npm_lifecycle_script: script,
      npm_package_json: path.join(root, 'package.json'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { server, postgres } = await running(shell, dataDir)
  expect(server).not.toBe(shell.pid)
  shell.kill('SIGTERM')
  await expect.poll(() => [alive(server), alive(postgres)], patience).toEqual([false, false])
})

it('a daemon outlives whoever started it', async () => {
  const dataDir = await mkdtemp(path.join(world, 'daemon-'))
  const shell = spawn(
    '/bin/sh',
    ['-c', `nohup "${process.execPath}" scripts/start.ts --without-app & wait`],
    {
      cwd: root,
      env: environment(dataDir),
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const { server, postgres } = await running(shell, dataDir)
  shell.kill('SIGKILL')
  await once(shell, 'exit')
  process.kill(server, 'SIGHUP')
  // It goes on until it is told to end; that it hears, so the signal before was heard, too.
  expect(alive(server)).toBe(true)
  process.kill(server, 'SIGTERM')
  await expect.poll(() => [alive(server), alive(postgres)], patience).toEqual([false, false])
})
