import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Debian's own Python, where its pymodbus is. */
const python = '/usr/bin/python3'
const root = fileURLToPath(new URL('../..', import.meta.url))

export const hasPymodbus = spawnSync(python, ['-c', 'import pymodbus.datastore']).status === 0
export const noPymodbus = 'skipped: no python3-pymodbus here (apt-get install python3-pymodbus)'

export type Emulator = { port: number; stop: () => void }

/** A device of pymodbus that serves `blocks` of registers, by their first address. */
export const emulate = async (
  blocks: Readonly<Record<string, readonly number[]>>,
  unit: number,
): Promise<Emulator> => {
  const child = spawn(python, [fileURLToPath(new URL('serve-registers.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.write(`${JSON.stringify({ unit, blocks })}\n`)
  for await (const line of createInterface({ input: child.stdout }))
    return { port: Number(line), stop: () => child.stdin.end() }
  throw new Error('the emulated device ended before it listened')
}

export type Probed = { code: number | null; out: string; said: string }

/** `npm run edge -- …`, without npm; `secret` = what the device wants to hear. */
export const runEdge = (args: readonly string[], secret: string | null = null): Promise<Probed> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...(secret === null ? {} : { EDGE_SECRET: secret }) }
    const child = spawn(process.execPath, ['edge/main.ts', ...args], { cwd: root, env })
    let [out, said] = ['', '']
    child.stdout.on('data', (text: Buffer) => (out += text.toString()))
    child.stderr.on('data', (text: Buffer) => (said += text.toString()))
    child.on('close', (code) => resolve({ code, out, said }))
  })
