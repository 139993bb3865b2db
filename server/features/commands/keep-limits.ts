import type { CommandResponse } from '#contract/mqtt/command.ts'
import { dueOf, TIMER_S, TRY_AGAIN_MS } from '#domain/commands/power-limits.ts'
import { serialKey } from '#domain/devices/fields.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../platform/db/open.ts'
import { Refusal } from '../../platform/refusal.ts'
import { gatewayBySerial } from '../devices/device-store.ts'
import { endLimits, limitsToKeep, setPending, settleLimits, settlePending } from './limit-store.ts'
import { enqueue } from './outbox.ts'

type LimitContext = Pick<Context, 'db' | 'changeEvents' | 'commands'>

/** Renews and lifts what is due, a command for what one command had set. Gives the gateways that have something to do. */
const act = async ({ db }: Pick<Context, 'db'>, now: number): Promise<string[]> => {
  const told: string[] = []
  const { rows } = await limitsToKeep(db, now)
  const due = rows.flatMap((row) => {
    const what = dueOf({ reversion: row.reversion, endsAt: row.ends_at, timerAt: row.timer_at }, now)
    return what === null ? [] : [{ ...row, what }]
  })
  for (const [, group] of Map.groupBy(due, (row) => `${row.what} ${row.command_id}`)) {
    const [first] = group
    if (!first) continue
    const ids = group.map((row) => row.device_id)
    const args =
      first.what === 'lift'
        ? { pct: 100 }
        : {
            ...(first.pct === null ? {} : { pct: first.pct }),
            ...(first.w === null ? {} : { w: first.w }),
            rvrt_s: Math.max(60, Math.min(TIMER_S, Math.round((first.ends_at - now) / 1000))),
          }
    const done = await transact(db, async (trx) => {
      const pendingId = await enqueue(trx, {
        stationId: first.station_id,
        gatewayId: first.gateway_id,
        op: 'limit',
        args,
        targets: group.map((row) => ({ id: row.device_id, sn: row.sn })),
        // The installation itself: the person who asked did so with its end.
        createdBy: null,
        now,
      })
      await setPending(trx, first.command_id, ids, { pendingId })
      return true
    }).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'command_running') return false
      throw error
    })
    if (done) told.push(first.gateway_id)
    else await setPending(db, first.command_id, ids, { nextAt: now + TRY_AGAIN_MS / 6 })
  }
  return told
}

/**
 * Follows limits to their end, again and again: notes which are in force, sets timers anew while a limit is wanted, and
 * takes away what nobody else ends.
 */
export const keepLimits = async (context: LimitContext, now: number): Promise<void> => {
  const stations = await transact(context.db, async (trx) => [
    ...(await settleLimits(trx, now)),
    ...(await settlePending(trx, now, now + TRY_AGAIN_MS)),
  ])
  for (const gateway of await act(context, now)) context.commands.queued.tell(gateway)
  for (const stationId of new Set(stations))
    context.changeEvents.tell({ type: 'changed', stationId, what: 'commands' })
}

/** A gateway says that a limit is over, and who ended it. False when it is of no limit of its own that is in force. */
export const hearLimitEnded = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  gatewaySn: string,
  said: Extract<CommandResponse, { stage: 'ended' }>,
  arrivedAt: number,
): Promise<boolean> => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(said.id)) return false
  const stations = await transact(db, async (trx) => {
    // What became of the last command is known first: a limit that ends was in force.
    await settleLimits(trx, arrivedAt)
    await settlePending(trx, arrivedAt, arrivedAt + TRY_AGAIN_MS)
    const gateway = await gatewayBySerial(trx, gatewaySn)
    if (!gateway) return []
    const named = said.results?.filter(({ ok }) => ok).map(({ sn }) => serialKey(sn)) ?? null
    // It may have been told long after: when it was is the gateway's word, as far as that can be.
    const at = Math.min(said.ts ?? arrivedAt, arrivedAt)
    const about = { commandId: said.id, gatewayId: gateway.id, snKeys: named, by: said.by, at }
    return endLimits(trx, about)
  })
  for (const stationId of new Set(stations))
    changeEvents.tell({ type: 'changed', stationId, what: 'commands' })
  return stations.length > 0
}
