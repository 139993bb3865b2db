import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Customer } from './customer.ts'

const PEOPLE = 2
const PAUSE_MS = 250

/** People who read, one request after the other, and what they were refused. */
export const startReaders = (customer: Customer, stations: readonly string[]) => {
  const told = { stop: false }
  const seen = { requests: 0, refused: [] as { at: number; why: string }[], longestMs: 0 }
  const person = async (): Promise<void> => {
    for (let turn = 0; !told.stop; turn += 1) {
      const id = stations[turn % stations.length] ?? ''
      const paths = [
        ['GET /api/home', '/api/home'],
        ['GET /api/stations', '/api/stations'],
        ['GET /api/stations/{stationId}', `/api/stations/${id}`],
        ['GET /api/stations/{stationId}/devices', `/api/stations/${id}/devices`],
      ] as const
      for (const [call, at] of paths) {
        if (told.stop) return
        const began = performance.now()
        seen.requests += 1
        await customer
          .ask(call, at)
          .catch((error: unknown) => seen.refused.push({ at: began, why: String(error) }))
        seen.longestMs = Math.max(seen.longestMs, performance.now() - began)
        await pause(PAUSE_MS)
      }
    }
  }
  const running = Promise.all(Array.from({ length: PEOPLE }, person))
  return {
    seen,
    stop: async () => {
      told.stop = true
      await running
    },
  }
}

/** Somebody who writes twice a second, whatever became of the write before. */
export const startWriter = (customer: Customer, station: string) => {
  const seen = { begun: 0, lastDoneOf: -1, longestMs: 0 }
  const timer = setInterval(() => {
    const began = performance.now()
    seen.begun += 1
    const body = { favourite: seen.begun % 2 === 0 }
    customer
      .ask('PUT /api/stations/{stationId}/favourite', `/api/stations/${station}/favourite`, body)
      .then(() => (seen.lastDoneOf = Math.max(seen.lastDoneOf, began)))
      .catch(() => undefined)
      .finally(() => {
        seen.longestMs = Math.max(seen.longestMs, performance.now() - began)
      })
  }, 500)
  return { seen, stop: () => clearInterval(timer) }
}

/** Somebody who lets gateways look behind them, one act after the other, and repeats a call under its key until it is answered. */
export const startCommander = (customer: Customer, gateways: readonly string[]) => {
  const told = { stop: false, cut: false }
  const acts: string[] = []
  const seen = { longestMs: 0 }
  const ended = async (id: string): Promise<boolean> => {
    const { command } = await customer.ask('GET /api/commands/{commandId}', `/api/commands/${id}`)
    return command.endedAt !== null
  }
  const person = async (gateway: string): Promise<void> => {
    while (!told.stop) {
      const key = randomUUID()
      const began = performance.now()
      let id: string | null = null
      while (id === null && !told.cut) {
        const at = `/api/gateways/${gateway}/scan`
        id = await customer.ask('POST /api/gateways/{gatewayId}/scan', at, {}, undefined, key).then(
          ({ command }) => command.id,
          () => null,
        )
        if (id === null) await pause(300)
      }
      if (id === null) return
      acts.push(id)
      seen.longestMs = Math.max(seen.longestMs, performance.now() - began)
      while (!told.cut && !(await ended(id).catch(() => false))) await pause(200)
      await pause(500)
    }
  }
  const running = Promise.all(gateways.map(person))
  return {
    acts,
    seen,
    /** After the acts that are under way have ended. */
    stop: async () => {
      told.stop = true
      await running
    },
    cut: () => {
      told.stop = true
      told.cut = true
    },
  }
}
