import type { Expression, SqlBool } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

export const visiblePlace = (db: Db, id: string, scope: Expression<SqlBool>) =>
  db
    .selectFrom('place')
    .innerJoin('station', 'station.id', 'place.station_id')
    .where('place.id', '=', id)
    .where(scope)
    .select(['place.id', 'station.time_zone as timeZone', 'station.report_min as reportMin'])
    .executeTakeFirst()

/** Who hung in a place, first to last. */
export const staysOf = async (db: Db, placeId: string) =>
  db
    .selectFrom('place_device as stay')
    .innerJoin('device', 'device.id', 'stay.device_id')
    .where('stay.place_id', '=', placeId)
    .orderBy('stay.since')
    .select((eb) => [
      'device.id',
      'device.no',
      'device.sn',
      'device.rated_w as ratedW',
      'device.shown_w as shownW',
      'stay.since',
      'stay.until',
      eb
        .exists(
          eb
            .selectFrom('place_device as other')
            .whereRef('other.device_id', '=', 'stay.device_id')
            .whereRef('other.since', '<', 'stay.since')
            .select('other.device_id'),
        )
        .as('cameFrom'),
    ])
    .execute()
