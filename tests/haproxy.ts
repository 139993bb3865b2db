import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { firstFile } from './first-file.ts'
import { freePort } from './free-port.ts'

/** HAProxy of this machine, or null. */
export const haproxyProgram = firstFile(
  ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'],
  constants.X_OK,
)

/** As docs/scale.md has it, for servers at these ports of loopback. */
const configOf = (port: number, servers: readonly number[]): string => `
global
  maxconn 500
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  option forwardfor
  retries 5
  option redispatch 1
  retry-on conn-failure empty-response response-timeout 503
frontend people
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  http-request disable-l7-retry unless METH_GET
  option httpchk GET /api/health
  default-server check inter 500 fall 1 rise 1
${servers.map((at, n) => `  server server${n + 1} 127.0.0.1:${at}`).join('\n')}
`

/** An HAProxy on a free port in front of servers at `servers` (ports of loopback). @throws when there is none here. */
export const startHaproxy = async (
  servers: readonly number[],
): Promise<{ url: string; stop: () => Promise<void> }> => {
  if (haproxyProgram === null) throw new Error('no HAProxy here')
  const folder = mkdtempSync(path.join(tmpdir(), 'sunkeeper-haproxy-'))
  const port = await freePort()
  const config = path.join(folder, 'haproxy.cfg')
  writeFileSync(config, configOf(port, servers))
  const program: ChildProcess = spawn(haproxyProgram, ['-db', '-f', config], { stdio: 'ignore' })
  const stop = async (): Promise<void> => {
    if (program.exitCode === null && program.signalCode === null) {
      const ended = once(program, 'exit')
      program.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`${url}/api/health`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return { url, stop }
    if (program.exitCode !== null || tries === 500) {
      await stop()
      throw new Error('HAProxy reaches no server')
    }
    await pause(20)
  }
}
