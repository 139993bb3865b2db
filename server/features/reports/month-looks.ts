import type { Context } from '../../context.ts'

/** Whoever cannot be told yet is looked at again after so long, whatever else happens. Chosen, no source. */
const AGAIN_MS = 3_600_000
/** Of so many stations it is kept which they are; of more any one counts. Chosen. */
const STATIONS_MAX = 100

/** Why somebody was not told: it is not time yet, or something of these stations has to change. */
export type MonthWait = { from: number | null; stations: readonly string[] }

export type MonthLooks = {
  waits: (accountId: string, of: string, now: number) => boolean
  /** Somebody is looked at from now on, until `note`. */
  begin: () => void
  /** Of somebody of whose stations something has changed since `begin` what was read may be old: not kept. */
  note: (accountId: string, look: { of: string; now: number; wait: MonthWait }) => void
  /** No month is told now: nobody is kept. */
  clear: () => void
}

type Look = { of: string; nextAt: number; stations: ReadonlySet<string> | null }

/**
 * Whom it is no use to look at again before something has changed: in mind only, so that a server that begins looks at
 * everybody once.
 */
export const createMonthLooks = ({ changeEvents }: Pick<Context, 'changeEvents'>): MonthLooks => {
  const looks = new Map<string, Look>()
  /** Stations that something was told of since somebody is looked at; null = nobody is. */
  let heard: Set<string> | null = null
  changeEvents.listen((event) => {
    if (event.type !== 'changed' || !/^(?:energy|station|devices)$/.test(event.what)) return
    heard?.add(event.stationId)
    for (const [id, { stations }] of looks) if (stations?.has(event.stationId) !== false) looks.delete(id)
  })
  return {
    waits: (accountId, of, now) => {
      const look = looks.get(accountId)
      return look !== undefined && look.of === of && now < look.nextAt
    },
    begin: () => {
      heard = new Set()
    },
    note: (accountId, { of, now, wait: { from, stations } }) => {
      const meanwhile = heard
      heard = null
      if (stations.some((id) => meanwhile?.has(id))) return
      const nextAt = Math.min(from ?? Infinity, now + AGAIN_MS)
      looks.set(accountId, {
        of,
        nextAt,
        stations: stations.length > STATIONS_MAX ? null : new Set(stations),
      })
    },
    clear: () => {
      looks.clear()
      heard = null
    },
  }
}
