import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { otherSide, type OtherSide } from './other-side.ts'

const mosquitto = '/usr/sbin/mosquitto'
export const hasMosquitto = spawnSync(mosquitto, ['-h']).error === undefined
export const noMosquitto = 'skipped: no mosquitto here (apt-get install mosquitto)'

export type Message = { topic: string; payload: string; retain?: boolean }
export type Broker = {
  port: number
  /** Resolves when the broker has taken them all. */
  publish: (messages: readonly Message[]) => Promise<void>
  stop: () => void
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Debian's Mosquitto; `login` = name and password that it wants of whoever reads. */
export const startBroker = async (
  login: { user: string; password: string } | null = null,
): Promise<Broker> => {
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'))
  const port = await freePort()
  const passwords = join(folder, 'passwords')
  if (login !== null) spawnSync('mosquitto_passwd', ['-b', '-c', passwords, login.user, login.password])
  const access = login === null ? 'allow_anonymous true' : `allow_anonymous false\npassword_file ${passwords}`
  writeFileSync(join(folder, 'mosquitto.conf'), `user root\nlistener ${port} 127.0.0.1\n${access}\n`)
  const child = spawn(mosquitto, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
  while (!(await listens(port))) if (child.exitCode !== null) throw new Error('mosquitto ended')
  const publishers: OtherSide[] = []
  return {
    port,
    publish: async (messages) => {
      const publisher = await otherSide('publish-topics.py', { port, ...login })
      publishers.push(publisher)
      publisher.say(messages)
      while (publisher.said.length < messages.length) await new Promise((resolve) => setTimeout(resolve, 5))
      publisher.stop()
    },
    stop: () => {
      for (const publisher of publishers) publisher.stop()
      child.kill()
    },
  }
}
