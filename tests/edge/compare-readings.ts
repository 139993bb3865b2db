import { Client } from 'pg'
import type { Happened } from './inverters.ts'

/** A reading as the server has it. */
export type StoredReading = { sn: string; ts: number; wh: number; hist: boolean; receivedAt: number }

export type Comparison = {
  /** Readings that the inverters have served to their end, and those of the server. */
  served: number
  stored: number
  /** Served, followed by another one over the same connection, and not there. */
  lost: number
  /** The first of those, for whoever looks for the reason. */
  lostFirst: string[]
  /** The last ones of a connection: the edge was killed at them, or stopped; nobody knows whether it had them. */
  cutShort: number
  cutShortStored: number
  /** More than one of one that was served. */
  doubled: number
  /** With another counter than was served. */
  wrong: number
  /** With a time at which nothing was read. */
  strayed: number
  /** Of what came as history: before an older one of the same device. */
  disordered: number
  history: number
}

export const storedReadings = async (databaseUrl: string): Promise<StoredReading[]> => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ sn: string; ts: string; wh: string; hist: boolean; at: string }>(
      `SELECT d.sn, (extract(epoch FROM r.ts) * 1000)::bigint AS ts, r.e_tot::bigint AS wh, r.hist,
              (extract(epoch FROM r.received_at) * 1000)::bigint AS at
         FROM reading r JOIN device d ON d.no = r.device_no WHERE d.kind = 'inverter' ORDER BY d.sn, r.ts`,
    )
    return rows.map(({ sn, ts, wh, hist, at }) => ({
      sn,
      ts: Number(ts),
      wh: Number(wh),
      hist,
      receivedAt: Number(at),
    }))
  } finally {
    await client.end()
  }
}

type Served = { from: number; until: number; wh: number; certain: boolean }

/** Readings that were served to their end; each belongs to the time until the next one begins. */
const servedBy = (happened: readonly Happened[]): Served[] => {
  const served: Served[] = []
  let wh: Happened | null = null
  let open: Served | null = null
  for (const one of happened) {
    if (one.k === 'begin' || one.k === 'open') {
      if (open !== null) open.until = one.t
      // It goes on over the same connection: the reading before was taken.
      if (open !== null && one.k === 'begin') open.certain = true
      open = null
      wh = null
    }
    if (one.k === 'wh') wh = one
    if (one.k === 'end' && wh !== null) {
      open = { from: Math.floor(wh.t), until: Infinity, wh: wh.wh ?? 0, certain: false }
      served.push(open)
    }
  }
  return served
}

/** Holds what the inverters wrote down against what the server has. */
export const compareReadings = (
  happened: readonly Happened[],
  stored: readonly StoredReading[],
): Comparison => {
  const found: Comparison = {
    served: 0,
    stored: stored.length,
    lost: 0,
    lostFirst: [],
    cutShort: 0,
    cutShortStored: 0,
    doubled: 0,
    wrong: 0,
    strayed: 0,
    disordered: 0,
    history: 0,
  }
  const rowsOf = Map.groupBy(stored, ({ sn }) => sn)
  for (const [sn, own] of Map.groupBy(happened, (one) => one.sn)) {
    const rows = rowsOf.get(sn) ?? []
    const served = servedBy(own)
    found.served += served.length
    let at = 0
    for (const one of served) {
      let count = 0
      while (at < rows.length && (rows[at]?.ts ?? 0) < one.from) {
        found.strayed += 1
        at += 1
      }
      for (; at < rows.length && (rows[at]?.ts ?? 0) < one.until; at += 1) {
        count += 1
        if (rows[at]?.wh !== one.wh) found.wrong += 1
      }
      found.doubled += Math.max(0, count - 1)
      if (one.certain) {
        if (count > 0) continue
        found.lost += 1
        if (found.lost <= 5) found.lostFirst.push(`${sn} ${new Date(one.from).toISOString()} ${one.wh} Wh`)
      } else {
        found.cutShort += 1
        found.cutShortStored += count
      }
    }
    found.strayed += rows.length - at
    const history = rows.filter(({ hist }) => hist)
    found.history += history.length
    found.disordered += history.filter(
      (one, index) => index > 0 && one.receivedAt < (history[index - 1]?.receivedAt ?? 0),
    ).length
  }
  return found
}
