import type { Context } from '../../context.ts'
import type { DeviceNow, ListedDevice } from './device-store.ts'
import { linkOf, quarantineOf } from './device-store.ts'
import type { PageAsked } from '../../platform/page/page.ts'
import { pageBehindGateway } from './device-page-store.ts'
import { withOpenLevels } from './open-level-store.ts'
import { presentDevices } from './devices-now.ts'
import { presentStrangers } from './present-device.ts'

/** What people expect behind a gateway against what it names, page by page; the counts are of all pages. */
export const foundChildren = async (
  { db }: Pick<Context, 'db'>,
  gateway: DeviceNow,
  page: PageAsked,
  now: number,
) => {
  const asked = { id: gateway.id, stationId: gateway.station_id }
  const [{ rows, next, counts }, link, strangers] = await Promise.all([
    pageBehindGateway(db, asked, page),
    linkOf(db, gateway.id),
    quarantineOf(db, [gateway.id]),
  ])
  const isFound = (row: ListedDevice): boolean =>
    row.gateway_id === gateway.id && row.reported_by_gateway && row.missing_since === null
  const expected = rows.filter((row) => row.confirmed_at !== null)
  const discovered = rows.filter(isFound)
  // Most are both.
  const views = await withOpenLevels(db, await presentDevices(db, rows, now))
  const viewOf = new Map(views.map((view) => [view.id, view]))
  const viewsOf = (some: readonly ListedDevice[]) => some.flatMap(({ id }) => viewOf.get(id) ?? [])
  return {
    expected: viewsOf(expected),
    discovered: viewsOf(discovered),
    missing: expected.filter((row) => !isFound(row)).map(({ id }) => id),
    unexpected: discovered.filter((row) => row.confirmed_at === null).map(({ id }) => id),
    quarantine: link ? presentStrangers(strangers) : [],
    inventoryAt: link?.inventory_at ?? null,
    counts,
    next,
  }
}
