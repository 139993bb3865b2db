import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Debian's own Python, where its pymodbus is. */
const python = '/usr/bin/python3'
const root = fileURLToPath(new URL('../..', import.meta.url))

export const hasPymodbus = spawnSync(python, ['-c', 'import pymodbus.datastore, serial']).status === 0
export const noPymodbus =
  'skipped: no python3-pymodbus and python3-serial here (apt-get install python3-pymodbus python3-serial)'

/** Registers by their first address. */
export type Blocks = Readonly<Record<string, readonly number[]>>
export type Served = { holding?: Blocks; input?: Blocks }
export type Emulator = {
  /** A port on 127.0.0.1, or the path of a serial port. */
  at: string
  /** Other values from now on. */
  change: (served: Served) => Promise<void>
  stop: () => void
}

const running: Emulator[] = []
/** For `afterEach`. */
export const stopEmulators = (): void => {
  for (const emulator of running.splice(0)) emulator.stop()
}

const start = async (script: string, first: unknown): Promise<Emulator> => {
  const child = spawn(python, [fileURLToPath(new URL(script, import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.write(`${JSON.stringify(first)}\n`)
  const lines = createInterface({ input: child.stdout })
  const [at] = (await once(lines, 'line')) as [string]
  const emulator = {
    at,
    change: async (served: Served) => {
      const done = once(lines, 'line')
      child.stdin.write(`${JSON.stringify(served)}\n`)
      await done
    },
    stop: () => child.stdin.end(),
  }
  running.push(emulator)
  return emulator
}

/** A device of pymodbus. */
export const emulate = (
  served: Served,
  unit: number,
  line: 'tcp' | 'rtu-over-tcp' | 'serial' = 'tcp',
  /** Where it listens; absent: at a free port of 127.0.0.1. */
  place: { host?: string; port?: number } = {},
): Promise<Emulator> => start('serve-registers.py', { ...served, unit, line, ...place })

/** A logger of Solarman; `odd` is explained in the script. */
export const emulateSolarman = (
  served: Served,
  more: { serial: number; unit: number; odd?: readonly string[] },
): Promise<Emulator> => start('serve-solarman.py', { ...served, ...more })

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

/** Devices of pymodbus say their port before they listen: asked until one does. */
export const whenServed = async (url: string, args: readonly string[] = []): Promise<Probed> => {
  for (;;) {
    const probed = await runEdge(['probe', url, ...args])
    if (!probed.said.includes('refuses the connection')) return probed
  }
}
