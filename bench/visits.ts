import { setTimeout as pause } from 'node:timers/promises'
import { topicOf } from '#contract/mqtt/topics.ts'
import { benchMessage } from './messages.ts'
import { openGateway } from './open-gateway.ts'

export type Visiting = {
  port: number
  fleet: string
  devices: { inverters: number; optimizers: number }
  boot: string
  /** So many in turn, all of them once in `everyMs`. */
  gateways: number
  everyMs: number
  /** They log in and go, and say nothing: what the coming alone costs. */
  silent?: boolean
}

/** `waitsMs`: from coming to the acknowledgement. `lost`: connections that ended before it; the gateway comes again. */
type Visited = { messages: number; ms: number; waitsMs: number[]; lost: number; processorMs: number }
export type Visits = { stop: () => Promise<Visited> }

const TICK_MS = 10
/** More do not come at the same time: those behind them are late, and counted as waiting. */
const AT_ONCE = 400
const AGAIN_MS = 1_000

const visit = async (
  { port, fleet, devices, boot, silent }: Visiting,
  gateway: number,
  seq: number,
): Promise<void> => {
  const { sn, client } = await openGateway({ port, fleet }, gateway, 0)
  try {
    if (silent === true) return
    const message = benchMessage(fleet, gateway, { boot, seq, ts: Date.now() }, devices)
    await new Promise<void>((resolve, reject) => {
      client.once('close', () => reject(new Error('the connection ended')))
      client.publish(topicOf(sn, 'tele'), JSON.stringify(message), { qos: 1 }, (error) =>
        error ? reject(error) : resolve(),
      )
    })
  } finally {
    await client.endAsync()
  }
}

/**
 * Gateways that come, say what all their devices measure, are acknowledged and go: so a fleet reports that is larger than
 * what the built-in broker holds connections for. A session is legal as any other; no will is left, so none counts as gone.
 */
export const startVisits = (visiting: Visiting): Visits => {
  const { gateways, everyMs } = visiting
  const [began, processorBefore] = [performance.now(), process.cpuUsage()]
  const [waitsMs, underway] = [[] as number[], new Set<Promise<void>>()]
  let [begun, lost] = [0, 0]

  const untilHeard = async (gateway: number, seq: number): Promise<void> => {
    const cameAt = performance.now()
    for (;;) {
      try {
        await visit(visiting, gateway, seq)
        waitsMs.push(performance.now() - cameAt)
        return
      } catch {
        lost += 1
        await pause(AGAIN_MS)
      }
    }
  }

  const come = (): void => {
    const due = Math.floor(((performance.now() - began) * gateways) / everyMs)
    for (; begun < due && underway.size < AT_ONCE; begun += 1) {
      const one: Promise<void> = untilHeard((begun % gateways) + 1, Math.floor(begun / gateways) + 1).finally(
        () => underway.delete(one),
      )
      underway.add(one)
    }
  }
  const timer = setInterval(come, TICK_MS)

  return {
    stop: async () => {
      clearInterval(timer)
      const ms = performance.now() - began
      const { user, system } = process.cpuUsage(processorBefore)
      await Promise.all(underway)
      return { messages: waitsMs.length, ms, waitsMs, lost, processorMs: (user + system) / 1000 }
    },
  }
}
