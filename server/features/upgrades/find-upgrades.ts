import { olderThan } from '../../platform/page/older-than.ts'
import { EVENTS_SHOWN } from '#domain/upgrades/limits.ts'
import type { TimePlace } from '../../platform/page/page.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import {
  type CampaignState,
  type Level,
  levels,
  type NodeStatus,
  type TaskStatus,
} from '#domain/upgrades/upgrade-states.ts'
import { serialKey } from '#domain/devices/fields.ts'
import type { Db } from '../../platform/db/handle.ts'
import { person } from './present-package.ts'
import { anywhere } from '../../platform/search/part-of-text.ts'
import { shownTasks } from './task-store.ts'

/** Upgrades with at least one task at a station in `scope`. */
const inScope = (db: Db, scope: Expression<SqlBool>) =>
  db
    .selectFrom('upgrade')
    .innerJoin('firmware_package', 'firmware_package.id', 'upgrade.package_id')
    .leftJoin('account', 'account.id', 'upgrade.created_by')
    .selectAll('upgrade')
    .select([
      'firmware_package.name as package_name',
      'firmware_package.version as package_version',
      'account.name as created_by_name',
      sql<number>`(SELECT count(*)::int FROM upgrade_task t WHERE t.upgrade_id = upgrade.id)`.as('tasks'),
    ])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('upgrade_task')
          .innerJoin('station', 'station.id', 'upgrade_task.station_id')
          .select(sql`1`.as('one'))
          .whereRef('upgrade_task.upgrade_id', '=', 'upgrade.id')
          .where(scope),
      ),
    )

export const upgradeOfId = async (db: Db, scope: Expression<SqlBool>, id: string) =>
  inScope(db, scope).where('upgrade.id', '=', id).executeTakeFirst()

export const upgradesInScope = async (
  db: Db,
  scope: Expression<SqlBool>,
  page: {
    state: CampaignState | 'open' | undefined
    before: TimePlace | null
    limit: number
  },
) =>
  inScope(db, scope)
    .$if(page.state === 'open', (query) => query.where('upgrade.ended_at', 'is', null))
    .$if(page.state !== undefined && page.state !== 'open', (query) =>
      query.where(sql<SqlBool>`upgrade.state = ${page.state ?? ''}`),
    )
    .where(olderThan('upgrade.created_at', 'upgrade.id', page.before))
    .orderBy('upgrade.created_at', 'desc')
    .orderBy('upgrade.id', 'desc')
    .limit(page.limit)
    .execute()

/** What failed stands before all else, then the levels in the order in which they are upgraded. */
const levelOrder = sql<number>`(CASE upgrade_node.status WHEN 'failed' THEN 0 ELSE ${levels.length}::int END)
  + array_position(${[...levels]}::text[], upgrade_node.level) - 1`

/** Nodes of a task, those that failed first, by level and serial. */
export const nodesOfTask = async (
  db: Db,
  taskId: string,
  page: {
    level: Level | undefined
    status: NodeStatus | undefined
    search: string
    after: { order: number; sn: string } | null
    limit: number
  },
) =>
  db
    .selectFrom('upgrade_node')
    .innerJoin('device', 'device.id', 'upgrade_node.device_id')
    .selectAll('upgrade_node')
    .select(['device.name', 'device.model', 'device.sw', levelOrder.as('order')])
    .where('upgrade_node.task_id', '=', taskId)
    .$if(page.level !== undefined, (query) => query.where('upgrade_node.level', '=', page.level ?? 'gateway'))
    .$if(page.status !== undefined, (query) =>
      query.where('upgrade_node.status', '=', page.status ?? 'waiting'),
    )
    .$if(page.search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('device.sn_key', 'like', anywhere(serialKey(page.search))),
          eb('device.name', 'ilike', anywhere(page.search)),
        ]),
      ),
    )
    .$if(page.after !== null, (query) =>
      query.where(
        sql<SqlBool>`(${levelOrder}, upgrade_node.sn COLLATE "C") > (${page.after?.order ?? 0}::int, ${page.after?.sn ?? ''} COLLATE "C")`,
      ),
    )
    .orderBy(levelOrder)
    .orderBy(sql`upgrade_node.sn COLLATE "C"`)
    .limit(page.limit)
    .execute()

/** What happened, newest first. */
export const eventsOfTask = async (db: Db, taskId: string) => {
  const rows = await db
    .selectFrom('upgrade_event')
    .leftJoin('account', 'account.id', 'upgrade_event.account_id')
    .selectAll('upgrade_event')
    .select('account.name as by_name')
    .where('task_id', '=', taskId)
    .orderBy('upgrade_event.id', 'desc')
    .limit(EVENTS_SHOWN)
    .execute()
  return rows.map((row) => ({
    at: row.at,
    event: row.event,
    level: row.level,
    sn: row.sn,
    code: row.code,
    by: person(row.account_id, row.by_name),
  }))
}

type WantedTasks = { stationId: string | undefined; gatewayId: string | undefined; search: string }

const tasksIn = (db: Db, scope: Expression<SqlBool>, { stationId, gatewayId, search }: WantedTasks) =>
  shownTasks(db, scope)
    .$if(stationId !== undefined, (tasks) => tasks.where('upgrade_task.station_id', '=', stationId ?? ''))
    .$if(gatewayId !== undefined, (tasks) => tasks.where('upgrade_task.gateway_id', '=', gatewayId ?? ''))
    .$if(search !== '', (tasks) =>
      tasks.where((eb) =>
        eb.or([
          eb('gateway.sn_key', 'like', anywhere(serialKey(search))),
          eb('gateway.name', 'ilike', anywhere(search)),
          eb('station.name', 'ilike', anywhere(search)),
          eb('firmware_package.name', 'ilike', anywhere(search)),
        ]),
      ),
    )

/** How many have not ended, and how many have. */
export const countTasksIn = async (db: Db, scope: Expression<SqlBool>, wanted: WantedTasks) =>
  tasksIn(db, scope, wanted)
    .clearSelect()
    .select([
      sql<number>`count(*) FILTER (WHERE upgrade_task.ended_at IS NULL)::int`.as('open'),
      sql<number>`count(*) FILTER (WHERE upgrade_task.ended_at IS NOT NULL)::int`.as('ended'),
    ])
    .executeTakeFirstOrThrow()

/** Tasks of a page, newest first. */
export const findTasks = (
  db: Db,
  scope: Expression<SqlBool>,
  {
    status,
    before,
    limit,
    ...wanted
  }: WantedTasks & {
    status: TaskStatus | 'open' | 'ended' | undefined
    before: TimePlace | null
    limit: number
  },
) =>
  tasksIn(db, scope, wanted)
    .$if(status === 'open', (tasks) => tasks.where('upgrade_task.ended_at', 'is', null))
    .$if(status === 'ended', (tasks) => tasks.where('upgrade_task.ended_at', 'is not', null))
    .$if(status !== undefined && status !== 'open' && status !== 'ended', (tasks) =>
      tasks.where(sql<SqlBool>`upgrade_task.status = ${status ?? ''}`),
    )
    .where(olderThan('upgrade_task.created_at', 'upgrade_task.id', before))
    .orderBy('upgrade_task.created_at', 'desc')
    .orderBy('upgrade_task.id', 'desc')
    .limit(limit)
    .execute()
