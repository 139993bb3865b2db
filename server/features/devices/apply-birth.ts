import type { Birth } from '#contract/mqtt/status.ts'
import { isCurrentBirth } from '#domain/devices/presence.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { gatewayBySerial } from './device-store.ts'
import { connectionOf, heldCount, isPastBoot, lockLink, saveLink } from './gateway-link-store.ts'
import { saveDevice } from './device-write-store.ts'

/** A modem's 99, and anything beyond 31, is "not known" (3GPP TS 27.007, +CSQ). */
const signal = (csq: number | null | undefined): number | null =>
  csq === null || csq === undefined || csq > 31 ? null : csq

/** What is sent is kept; what is not sent stays as it was known. */
const told = <Column extends string>(column: Column, text: string | null | undefined) =>
  text === null || text === undefined ? {} : ({ [column]: text } as Record<Column, string>)

/**
 * A gateway says that it is there and what it is. Takes the same birth again without effect on anything but the time it
 * was heard. False when there is no such gateway in force, or the birth is older than the connection in force, also by a boot
 * that was over when that began.
 */
export const applyBirth = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  gatewaySn: string,
  birth: Birth,
  arrivedAt: number,
  /** Where it reports to, `host:port`; not known = kept. */
  reportServer: string | null = null,
): Promise<boolean> => {
  const gateway = await transact(db, async (trx) => {
    const found = await gatewayBySerial(trx, gatewaySn)
    if (!found) return null
    const link = await lockLink(trx, found.id)
    const conn = heldCount(birth.conn)
    if (!isCurrentBirth(connectionOf(link), { boot: birth.boot, conn })) return null
    if (await isPastBoot(trx, found.no, link, birth.boot)) return null
    await saveLink(trx, found.id, {
      boot: birth.boot,
      conn,
      connected: true,
      birth_at: new Date(arrivedAt),
      csq: signal(birth.net?.csq),
      queue: typeof birth.queue === 'number' ? heldCount(birth.queue) : null,
      clock_offset_ms: birth.ts - arrivedAt,
      // Revisions count within a boot: the first inventory of a new one is always news.
      ...(link.boot === birth.boot ? {} : { inventory_rev: null }),
      ...(typeof birth.report_s === 'number' ? { report_s: Math.round(birth.report_s) } : {}),
    })
    const identity = {
      ...told('model', birth.model),
      ...told('sw', birth.sw),
      ...told('hw', birth.hw),
      ...told('soc_version', birth.soc),
      ...told('sim', birth.net?.sim),
      ...told('net_mode', birth.net?.mode),
      ...told('report_server', reportServer),
    }
    if (Object.keys(identity).length > 0) await saveDevice(trx, found.id, identity)
    return found
  })
  if (gateway === null) return false
  changeEvents.tell({ type: 'device', stationId: gateway.station_id, deviceId: gateway.id })
  return true
}
