import { randomUUID } from 'node:crypto'
import type { AccountRole } from '#domain/accounts/permissions.ts'
import { managedStations, visibleStations } from '#server/features/accounts/scope.ts'
import { acknowledgeAlarms } from '#server/features/alarms/acknowledge-alarms.ts'
import { markFavourite } from '#server/features/favourites/favourite-store.ts'
import { insertGroup, putMembers } from '#server/features/favourites/group-store.ts'
import type { Context } from '#server/context.ts'
import { whoIs } from './demo-people.ts'

const DAY = 86_400_000

/** Whose groups they are, by the countries that their stations stand in. */
const groups = [
  { name: '华东与西北', countries: ['CN'] },
  { name: '欧洲', countries: ['DE', 'ES', 'AT'] },
  { name: '美洲', countries: ['US', 'CL', 'BR', 'MX'] },
] as const
/** Marked in this order. */
const favourites = ['临港一号厂房', 'Landshut-Scheunendach', 'Fresno-Packing-House']
const choosing = ['administrator', 'installer', 'maintainer'] as const satisfies AccountRole[]

/** What people have marked and put together of the stations that they see. */
export const chooseStations = async (context: Context, now: number): Promise<void> => {
  for (const role of choosing) {
    const who = await whoIs(context, role)
    const seen = await context.db
      .selectFrom('station')
      .select(['station.id', 'station.name', 'station.country'])
      .where(visibleStations(who, now))
      .orderBy('station.name')
      .execute()
    for (const [nth, name] of favourites.entries()) {
      const station = seen.find((one) => one.name === name)
      if (!station) continue
      await markFavourite(context.db, { accountId: who.accountId, stationId: station.id, now: now + nth })
    }
    for (const { name, countries } of groups) {
      const members = seen.filter(({ country }) => countries.some((one) => one === country))
      if (members.length < 2) continue
      const id = randomUUID()
      await insertGroup(context.db, { id, accountId: who.accountId, name, now })
      await putMembers(
        context.db,
        id,
        members.map((member) => member.id),
      )
    }
  }
}

/** Somebody has seen one of the alarms that are open, and keeps it quiet until they are there. */
export const seeAlarm = async (context: Context, now: number): Promise<void> => {
  const who = await whoIs(context, 'maintainer')
  const alarm = await context.db
    .selectFrom('alarm')
    .innerJoin('station', 'station.id', 'alarm.station_id')
    .select('alarm.id')
    .where('alarm.status', '=', 'unsolved')
    .where('alarm.code', '<>', 'RULE-GATEWAY-SILENT')
    .where(managedStations(who, now))
    .orderBy('alarm.created_at')
    .executeTakeFirst()
  if (!alarm) return
  await acknowledgeAlarms(
    context,
    { who, now, requestId: 'demo', ip: '127.0.0.1' },
    { ids: [alarm.id], until: now + 2 * DAY, remark: '已知晓，后天巡检时一并处理' },
  )
}
