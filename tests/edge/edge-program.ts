import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type EdgeKeys, makeEdgeKeys } from '#contract/mqtt/sealed.ts'
import { writeIdentity } from '#edge/pairing/edge-file.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const EDGE_SN = 'EDGE-7K2M9Q4XHB'
export const EDGE_SECRET = 'login-of-the-edge'

/** A folder of an edge that was paired; its keys. */
export const pairedFolder = async (
  folder: string,
  broker: string,
  authority: string | null = null,
): Promise<EdgeKeys> => {
  const keys = await makeEdgeKeys()
  const login = { serial: EDGE_SN, secret: EDGE_SECRET, broker, authority, reportS: 1 }
  writeIdentity(folder, { ...login, server: 'http://127.0.0.1', pairedBy: 'a test', keys })
  return keys
}

export type EdgeProgram = {
  pid: number
  /** The last 20,000 characters of what it said on standard error. */
  said: () => string
  kill: () => Promise<void>
  stop: () => Promise<number | null>
}

/** `npm run edge -- --data folder --allow 127.0.0.0/8 …`, without npm. */
export const startEdge = (folder: string, more: readonly string[] = []): EdgeProgram => {
  const args = ['edge/main.ts', '--data', folder, '--allow', '127.0.0.0/8', ...more]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-20_000)))
  const ended = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    said: () => said,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}
