import { END_TIME_MS } from '#domain/alarms/end-time.ts'
import { closeEndedAlarms } from '#server/features/alarms/close-ended.ts'
import { hearAlarm } from '#server/features/alarms/hear-alarm.ts'
import { clearAlarms } from '#server/features/alarms/clear-alarms.ts'
import type { Caller } from '#server/features/accounts/who.ts'
import type { Context } from '#server/context.ts'
import type { Incident } from './demo-incidents.ts'

/** Alarms of the past, as the gateways told of them, with the clock of that day and what the devices measured then. */
export const writePastAlarms = async (
  context: Context,
  administrator: Caller['who'],
  incidents: readonly Incident[],
): Promise<void> => {
  let seq = 0
  for (const { gateway, to, said, remark } of incidents) {
    if (said.length === 0) continue
    const { boot, station_id: stationId } = await context.db
      .selectFrom('device')
      .innerJoin('gateway_link', 'gateway_link.device_id', 'device.id')
      .select(['gateway_link.boot', 'device.station_id'])
      .where('device.sn', '=', gateway)
      .executeTakeFirstOrThrow()
    if (boot === null) throw new Error(`${gateway} has not come up`)
    for (const { since, ...condition } of said)
      await hearAlarm(
        context,
        gateway,
        { v: 1, boot, seq: (seq += 1), ev: 'raise', ts: since, ...condition },
        since,
      )
    if (remark !== undefined) {
      const open = await context.db
        .selectFrom('alarm')
        .select('id')
        .where('station_id', '=', stationId)
        .where('status', '<>', 'closed')
        .execute()
      const caller = { who: administrator, now: to, requestId: 'demo', ip: '127.0.0.1' }
      await clearAlarms(context, caller, { ids: open.map(({ id }) => id), remark })
    }
    for (const { aid } of said)
      await hearAlarm(context, gateway, { v: 1, boot, seq: (seq += 1), ev: 'clear', aid, ts: to }, to)
    await closeEndedAlarms(context, to + END_TIME_MS)
  }
}
