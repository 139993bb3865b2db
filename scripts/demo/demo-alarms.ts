import { hearAlarm } from '#server/features/alarms/hear-alarm.ts'
import { clearAlarms } from '#server/features/alarms/clear-alarms.ts'
import type { DeviceCaller } from '#server/features/devices/add-gateway.ts'
import type { Context } from '#server/context.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Past = {
  sn: string
  code: string
  lvl: 'very_urgent' | 'emergent' | 'important' | 'prompt'
  agoMs: number
  lastsMs: number
  ctx: Record<string, number>
  /** Cleared by hand, with this remark, before the device said that it was over. */
  remark?: string
}

/** What has happened within the past year, in the order in which it happened. */
const past: readonly Past[] = [
  { sn: 'A2208110042', code: '2110', lvl: 'important', agoMs: 96 * DAY, lastsMs: 3 * HOUR, ctx: { t: 82 } },
  {
    sn: 'A2112250013',
    code: '2062',
    lvl: 'emergent',
    agoMs: 71 * DAY,
    lastsMs: 2 * HOUR,
    ctx: { riso_kohm: 46 },
  },
  {
    sn: 'A2304110002',
    code: '2034',
    lvl: 'important',
    agoMs: 33 * DAY,
    lastsMs: 25 * MINUTE,
    ctx: { u: 262.4 },
  },
  {
    sn: 'A2112250013',
    code: '2062',
    lvl: 'emergent',
    agoMs: 19 * DAY,
    lastsMs: 26 * HOUR,
    ctx: { riso_kohm: 41 },
    remark: '更换第 3 串进水的 MC4 接头，绝缘恢复至 2.1 MΩ',
  },
  { sn: 'A2304110002', code: '2032', lvl: 'emergent', agoMs: 6 * DAY, lastsMs: 40 * MINUTE, ctx: { u: 0 } },
]

/** Alarms of the past, as the gateways told of them, with the clock of that day. */
export const writePastAlarms = async (
  context: Context,
  administrator: DeviceCaller['who'],
  now: number,
): Promise<void> => {
  let seq = 0
  for (const { sn, code, lvl, agoMs, lastsMs, ctx, remark } of past) {
    const device = await context.db
      .selectFrom('device')
      .innerJoin('device as gateway', 'gateway.id', 'device.gateway_id')
      .innerJoin('gateway_link', 'gateway_link.device_id', 'gateway.id')
      .select(['device.id', 'gateway.sn', 'gateway_link.boot'])
      .where('device.sn', '=', sn)
      .executeTakeFirst()
    if (!device?.boot) throw new Error(`no gateway of ${sn} has come up`)
    const [begins, ends] = [now - agoMs, now - agoMs + lastsMs]
    const said = { v: 1, boot: device.boot, aid: `${sn}:${code}:1` } as const
    await hearAlarm(
      context,
      device.sn,
      { ...said, seq: (seq += 1), ev: 'raise', sn, code, lvl, ts: begins, ctx },
      begins,
    )
    if (remark !== undefined) {
      const open = await context.db
        .selectFrom('alarm')
        .select('id')
        .where('device_id', '=', device.id)
        .where('status', '<>', 'closed')
        .execute()
      const caller = { who: administrator, now: ends, requestId: 'demo', ip: '127.0.0.1' }
      await clearAlarms(context, caller, { ids: open.map(({ id }) => id), remark })
    }
    await hearAlarm(context, device.sn, { ...said, seq: (seq += 1), ev: 'clear', ts: ends }, ends)
  }
}
