import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Answer, Ask } from './gateways-process.ts'
import { messageReadings } from './messages.ts'

export type Gateways = { ask: (ask: Ask) => Promise<Answer>; end: () => Promise<void> }

/** Gateways of a fleet, connected, in a process of their own. */
export const startGateways = async (
  port: number,
  fleet: string,
  gateways: number,
  devices = messageReadings,
): Promise<Gateways> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'gateways-process.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ask = async (what: Ask): Promise<Answer> => {
    child.stdin.write(`${JSON.stringify(what)}\n`)
    const { value, done } = await lines.next()
    if (done === true) throw new Error('the gateways have gone')
    return JSON.parse(value) as Answer
  }
  await ask({ kind: 'connect', port, fleet, gateways, devices })
  return {
    ask,
    end: async () => {
      if (child.exitCode === null) child.stdin.write(`${JSON.stringify({ kind: 'end' } satisfies Ask)}\n`)
      await ended
    },
  }
}
