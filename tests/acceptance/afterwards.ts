import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Customer } from './customer.ts'
import type { Sender } from './sender.ts'
import { until } from './victim.ts'

/** How long what was sent may take to be acknowledged, stored or counted; only ends what hangs. */
const PATIENCE_MS = 600_000

/**
 * Waits until all that was sent is acknowledged and stored. Resolves with how many messages it was. So many `perSecond` send
 * what they have left and go: a fleet that did so in one moment would be more than a broker can do.
 */
export const allArrived = async (
  senders: readonly Sender[],
  databaseUrl: string,
  perSecond = Number.POSITIVE_INFINITY,
): Promise<number> => {
  const finished = Promise.all(
    senders.map(async (sender, n) => {
      await pause((n * 1_000) / perSecond)
      await sender.finish()
    }),
  )
  const patienceMs = PATIENCE_MS + (senders.length * 1_000) / perSecond
  await Promise.race([finished, pause(patienceMs).then(() => Promise.reject(new Error('senders hang')))])
  const messages = senders.reduce((sum, { sent }) => sum + sent().messages, 0)
  await drained(databaseUrl, messages)
  return messages
}

/** Waits until so many readings are stored: what waits in the queue of another broker comes in at the server's pace, and patience lasts while more comes. */
const drained = async (databaseUrl: string, messages: number): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    let stored = -1
    for (let moreAt = performance.now(); performance.now() < moreAt + PATIENCE_MS; await pause(1_000)) {
      const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM reading')
      const now = rows[0]?.n ?? 0
      if (now >= messages) return
      if (now > stored) moreAt = performance.now()
      stored = now
    }
  } finally {
    await client.end()
  }
}

/** What is in the database, beside what was sent and acknowledged. */
export const countReadings = async (
  databaseUrl: string,
  senders: readonly Sender[],
): Promise<{ stored: number; missing: number; doubled: number }> => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ sn: string; ts: string; wh: string }>(
      `SELECT d.sn, (extract(epoch FROM r.ts) * 1000)::bigint AS ts, r.e_tot::bigint AS wh
         FROM reading r JOIN device d ON d.no = r.device_no`,
    )
    const found = new Map<string, number>()
    for (const { sn, ts, wh } of rows) {
      const key = `${sn} ${ts} ${wh}`
      found.set(key, (found.get(key) ?? 0) + 1)
    }
    let missing = 0
    const sent = new Set<string>()
    for (const { inverter, tsOf, whOf, acknowledged, sent: said } of senders) {
      const key = (seq: number) => `${inverter} ${tsOf(seq)} ${whOf(seq)}`
      for (const seq of acknowledged) if (!found.has(key(seq))) missing += 1
      for (let seq = 1; seq <= said().messages; seq += 1) sent.add(key(seq))
    }
    const known = [...found.keys()].filter((key) => sent.has(key))
    return { stored: rows.length, missing, doubled: rows.length - known.length }
  } finally {
    await client.end()
  }
}

export type EnergyBeside = { station: string; wh: number | null; growthWh: number }

/**
 * By station: energy of its life, as the app says it, beside the growth of the counter of the sender in its place, Wh.
 * Waits until they are equal; when it never comes to that, the figures say so.
 */
export const energyBeside = async (
  customer: Customer,
  stations: readonly string[],
  senders: readonly Sender[],
): Promise<EnergyBeside[]> =>
  Promise.all(
    stations.map(async (station, n) => {
      const sender = senders[n]
      const growthWh = sender === undefined ? 0 : sender.whOf(sender.sent().messages) - sender.whOf(1)
      let wh: number | null = null
      await until('energy follows', PATIENCE_MS, async () => {
        const read = `/api/stations/${station}/energy?period=lifetime`
        wh = (await customer.ask('GET /api/stations/{stationId}/energy', read)).totalWh
        if (wh !== growthWh) await pause(1_000)
        return wh === growthWh
      }).catch(() => undefined)
      return { station, wh, growthWh }
    }),
  )
