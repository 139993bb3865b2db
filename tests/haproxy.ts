import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** Every configuration of HAProxy in docs/scale.md, each as a whole. */
export const writtenForHaproxy = (): string[] => {
  const page = readFileSync(new URL('../docs/scale.md', import.meta.url), 'utf8')
  return [...page.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) =>
    /^(?:frontend|listen) /m.test(text) ? [text] : [],
  )
}

/** The one that has these words; where an ordinary user runs it, without what needs another one's rights. */
export const haproxyWith = (words: string): string => {
  const text = writtenForHaproxy().find((one) => one.includes(words))
  if (text === undefined) throw new Error(`docs/scale.md has no configuration of HAProxy with ${words}`)
  return process.getuid?.() === 0
    ? text
    : text.replaceAll(/^ {2}(?:user|group|chroot|log \/dev\/log) .*\n/gm, '')
}

/** As docs/scale.md has it, for servers at these ports of loopback. */
const configOf = (port: number, servers: readonly number[]): string => {
  const front = haproxyWith('GET /api/health')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/^ {2}maxconn .*$/m, '  maxconn 500')
    .replaceAll(/^ {2}server .*\n/gm, '')
  return `${front}${servers.map((at, n) => `  server server${n + 1} 127.0.0.1:${at}\n`).join('')}`
}

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
