import { dayAt } from '#domain/telemetry/local-days.ts'
import type { Context } from '../../context.ts'
import { newlySilent, stationsOfZones, zonesInUse } from './job-store.ts'

/**
 * Tells of what changes because time passes and nothing arrives: devices that have become silent since `since`, and
 * stations whose day has ended, so that "today" starts anew.
 */
export const tellWhatTimeChanged = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  since: number,
  now: number,
): Promise<void> => {
  for (const { id, stationId } of await newlySilent(db, since, now))
    changeEvents.tell({ type: 'device', stationId, deviceId: id })
  const turned = (await zonesInUse(db)).filter((zone) => dayAt(since, zone) !== dayAt(now, zone))
  for (const stationId of await stationsOfZones(db, turned)) {
    changeEvents.tell({ type: 'figures', stationId })
    changeEvents.tell({ type: 'changed', stationId, what: 'energy' })
  }
}
