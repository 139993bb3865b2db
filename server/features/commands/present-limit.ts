import type * as z from 'zod/mini'
import type { limitEnd } from '#contract/http/commands.ts'
import type { limitView } from '#contract/http/control.ts'
import type { limitsOfCommands, ShownLimit } from './limit-store.ts'

type LimitEnd = z.output<typeof limitEnd>

/** Until when a limit holds, and what ended it. */
export const presentEnd = (
  row: Pick<
    Awaited<ReturnType<typeof limitsOfCommands>>[number],
    | 'ends_at'
    | 'reversion'
    | 'timer_at'
    | 'set_at'
    | 'ended_at'
    | 'ended_by'
    | 'ender_id'
    | 'ender_name'
    | 'ender_lifted'
  >,
): LimitEnd => ({
  endsAt: row.ends_at,
  reversion: row.reversion,
  timerAt: row.timer_at,
  setAt: row.set_at,
  endedAt: row.ended_at,
  endedBy: row.ended_by,
  ender:
    row.ended_by === 'person' && row.ender_id !== null
      ? { id: row.ender_id, name: row.ender_name ?? '', lifted: row.ender_lifted === true }
      : null,
})

export const presentLimit = (row: ShownLimit): z.output<typeof limitView> => ({
  ...presentEnd(row),
  deviceId: row.device_id,
  kind: row.kind,
  sn: row.sn,
  name: row.name,
  pct: row.pct,
  w: row.w,
  commandId: row.command_id,
  controlId: row.batch_id,
  askedBy: row.created_by === null ? null : { id: row.created_by, name: row.by_name ?? '' },
  askedAt: row.asked_at,
})
