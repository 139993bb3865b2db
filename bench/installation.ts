import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ServerSaid } from '../tests/acceptance/server-process.ts'

const program = join(import.meta.dirname, '../tests/acceptance/server-process.ts')

/** A whole server in a process of its own on a new folder, everything durable on. */
export type BenchInstallation = ServerSaid & {
  pid: number
  dataDir: string
  /** `kept`: its folder stays, for another start. */
  stop: (kept?: 'kept') => Promise<void>
}

const newFolder = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sunkeeper-bench-'))
  await chmod(dataDir, 0o711)
  return dataDir
}

export const startInstallation = async (of: { dataDir?: string } = {}): Promise<BenchInstallation> => {
  const dataDir = of.dataDir ?? (await newFolder())
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      METRICS_PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      MQTT_URL: '',
      NODE_ENV: 'production',
      LOG_LEVEL: process.env['BENCH_LOG_LEVEL'] ?? 'fatal',
      ...(process.env['BENCH_NODE_OPTIONS'] ? { NODE_OPTIONS: process.env['BENCH_NODE_OPTIONS'] } : {}),
    },
  })
  const ended = once(child, 'exit')
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code, by) => reject(new Error(`the server did not start: ${code ?? by}`)))
  })
  child.stdout.resume()
  return {
    ...(JSON.parse(line) as ServerSaid),
    pid: child.pid ?? 0,
    dataDir,
    stop: async (kept) => {
      child.kill('SIGTERM')
      await ended
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
