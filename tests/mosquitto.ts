import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import mqtt from 'mqtt'
import { firstFile } from './first-file.ts'
import { freePort } from './free-port.ts'

/** Debian's Mosquitto with its dynamic-security plugin, or null; `npm test` installs it where it can. */
export const mosquittoProgram = firstFile([
  '/usr/sbin/mosquitto',
  '/usr/local/sbin/mosquitto',
  '/opt/homebrew/sbin/mosquitto',
])
const plugin = firstFile([
  '/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so',
  '/usr/lib/aarch64-linux-gnu/mosquitto_dynamic_security.so',
  '/opt/homebrew/lib/mosquitto_dynamic_security.so',
])
export const hasDynamicSecurity = mosquittoProgram !== null && plugin !== null

export const administrator = { name: 'sunkeeper', password: 'tulip-anchor-93' }

export type Mosquitto = {
  readonly port: number
  readonly tlsPort: number | null
  /** With the administrator's name and password, when there is one. */
  readonly url: string
  /** The plugin's own file; null without the plugin. */
  readonly securityFile: string | null
  start: () => Promise<void>
  /** In good order, its queues on disk. */
  stop: () => Promise<void>
  /** With signal 9: what was queued is gone. */
  kill: () => Promise<void>
  /** Stops it and removes its folder. */
  remove: () => Promise<void>
}

/**
 * A Mosquitto of this machine in a folder of its own on a free port, started. `security`: with the dynamic-security
 * plugin as `mosquitto_ctrl dynsec init` leaves it. `lines` are added to its configuration, `tlsLines` open a second listener with them.
 */
export async function startMosquitto(
  given: { security?: boolean; lines?: readonly string[]; tlsLines?: readonly string[] } = {},
): Promise<Mosquitto> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sunkeeper-mosquitto-'))
  const port = await freePort()
  const tlsPort = given.tlsLines === undefined ? null : await freePort()
  const config = path.join(folder, 'mosquitto.conf')
  const securityFile = given.security ? path.join(folder, 'dynamic-security.json') : null
  if (securityFile !== null) {
    const { name, password } = administrator
    execFileSync('mosquitto_ctrl', ['dynsec', 'init', securityFile, name, password], { stdio: 'ignore' })
  }
  const lines = [
    'per_listener_settings false',
    `listener ${port} 127.0.0.1`,
    ...(securityFile === null
      ? ['allow_anonymous true']
      : ['allow_anonymous false', `plugin ${plugin ?? ''}`, `plugin_opt_config_file ${securityFile}`]),
    'persistence true',
    `persistence_location ${folder}/`,
    'max_queued_messages 0',
    'max_inflight_messages 1000',
    'message_size_limit 65536',
    // Otherwise it gives up root's rights and cannot write into this folder.
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    ...(given.lines ?? []),
    ...(tlsPort === null ? [] : [`listener ${tlsPort} 127.0.0.1`, ...(given.tlsLines ?? [])]),
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  let program: ChildProcess | null = null

  const answers = async (): Promise<boolean> => {
    const client = mqtt.connect({ port, host: '127.0.0.1', reconnectPeriod: 0, connectTimeout: 1000 })
    client.on('error', () => undefined)
    const seen = await new Promise<boolean>((resolve) => {
      // A refusal is an answer too.
      client.once('connect', () => resolve(true))
      client.once('error', (error) => resolve(!('code' in error) || typeof error.code === 'number'))
      client.once('close', () => resolve(false))
    })
    client.end(true)
    return seen
  }
  const start = async (): Promise<void> => {
    const started = spawn(mosquittoProgram ?? 'mosquitto', ['-c', config], { stdio: 'ignore' })
    program = started
    for (let tries = 0; !(await answers()); tries += 1) {
      if (started.exitCode !== null || tries === 500) throw new Error('mosquitto did not start')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const running = program
    program = null
    if (running === null || running.exitCode !== null) return
    const gone = once(running, 'exit')
    running.kill(signal)
    await gone
  }
  const stop = () => end('SIGTERM')
  await start()
  const login = securityFile === null ? '' : `${administrator.name}:${administrator.password}@`
  return {
    port,
    tlsPort,
    url: `mqtt://${login}127.0.0.1:${port}`,
    securityFile,
    start,
    stop,
    kill: () => end('SIGKILL'),
    remove: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
