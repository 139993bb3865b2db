import type { Context } from '../../context.ts'
import { addDrops, type Drop } from './drop-store.ts'

export type DropNotes = {
  note: (gatewaySn: string, drop: Drop) => void
  flush: () => Promise<void>
}

/** Gateways that are kept between two writings: more log in nowhere, and each has a few reasons only. */
const KEPT_MAX = 50_000

/**
 * Counts what was dropped and writes it now and then: a gateway that sends nonsense without a pause causes one row, not
 * one write a message. What could not be written is written the next time. Open pages of these gateways are told.
 */
export const createDropNotes = ({
  pool,
  changeEvents,
}: Pick<Context, 'pool' | 'changeEvents'>): DropNotes => {
  let kept = new Map<string, Drop & { gatewaySn: string }>()
  const add = (gatewaySn: string, drop: Drop): void => {
    const key = `${gatewaySn} ${drop.channel} ${drop.reason}`
    const before = kept.get(key)
    if (before === undefined && kept.size >= KEPT_MAX) return
    kept.set(key, {
      gatewaySn,
      ...drop,
      count: drop.count + (before?.count ?? 0),
      at: Math.max(drop.at, before?.at ?? 0),
    })
  }
  return {
    note: add,
    flush: async () => {
      const now = kept
      kept = new Map()
      const written = await addDrops(pool, [...now.values()]).catch((error: unknown) => {
        for (const { gatewaySn, ...drop } of now.values()) add(gatewaySn, drop)
        throw error
      })
      for (const gateway of written) changeEvents.tell({ type: 'device', ...gateway })
    },
  }
}
