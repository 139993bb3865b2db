import type * as z from 'zod/mini'
import type { upgradeLevel, upgradeTask, upgradeView } from '#contract/http/upgrades.ts'
import { distributionMs, transferMs } from '#domain/upgrades/estimate.ts'
import {
  type JobProgress,
  type NodeCounts,
  percentOf,
  remainingOf,
  wholeOf,
  writtenShare,
} from '#domain/upgrades/progress.ts'
import { levels, taskStatuses, taskStatusOf, type NodeStatus } from '#domain/upgrades/upgrade-states.ts'
import { manages } from '../accounts/managing.ts'
import { may, type Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'
import { person } from './present-package.ts'
import { someVersions } from './present-target.ts'
import { versionsOfTask, nodeCounts } from './node-store.ts'
import { jobsOfTasks, type ShownJob } from './job-store.ts'
import type { ShownTask } from './task-store.ts'
import { visibleStations } from '../accounts/scope.ts'
import { visibleTasksOfAll } from './task-store.ts'

export type TaskView = z.output<typeof upgradeTask>
export type UpgradeView = z.output<typeof upgradeView>
export type LevelView = z.output<typeof upgradeLevel>

const noNodes: NodeCounts = { waiting: 0, writing: 0, verifying: 0, updated: 0, failed: 0, percents: 0 }

const progressOf = (job: ShownJob, nodes: NodeCounts): JobProgress => ({
  level: job.level,
  state: job.state,
  bytesTotal: job.size,
  bytes: job.bytes,
  askedAt: job.asked_at,
  receivedAt: job.received_at,
  nodes,
})

const sum = (counts: readonly NodeCounts[]): NodeCounts =>
  counts.reduce(
    (all, one) => ({
      waiting: all.waiting + one.waiting,
      writing: all.writing + one.writing,
      verifying: all.verifying + one.verifying,
      updated: all.updated + one.updated,
      failed: all.failed + one.failed,
      percents: all.percents + one.percents,
    }),
    noNodes,
  )

const totalOf = (counts: NodeCounts): number =>
  counts.waiting + counts.writing + counts.verifying + counts.updated + counts.failed

export const presentTasks = async (db: Db, rows: readonly ShownTask[], now: number): Promise<TaskView[]> => {
  const ids = rows.map(({ id }) => id)
  const [jobs, counts] = await Promise.all([jobsOfTasks(db, ids), nodeCounts(db, ids)])
  const jobsOf = Map.groupBy(jobs, (job) => job.task_id)
  return rows.map((row) => {
    const own = jobsOf.get(row.id) ?? []
    const progress = own.map((job) => progressOf(job, counts.get(job.id) ?? noNodes))
    const nodes = sum(progress.map((job) => job.nodes))
    const open = row.ended_at === null
    const remainingMs = open && row.status !== 'waiting' ? remainingOf(progress, row.mode, now) : null
    const toGateway = own.find((job) => job.level === 'gateway')
    return {
      id: row.id,
      upgradeId: row.upgrade_id,
      package: { id: row.package_id, name: row.package_name, version: row.package_version },
      station: { id: row.station_id, name: row.station_name, timeZone: row.time_zone },
      gateway: {
        id: row.gateway_id,
        sn: row.gateway_sn,
        name: row.gateway_name,
        online: row.connected === true && row.gateway_removed_at === null,
      },
      mode: row.mode,
      trial: row.trial,
      status: row.status,
      waitingFor: row.status === 'waiting' ? row.waiting_for : null,
      paused: open && row.upgrade_state === 'paused',
      code: row.code,
      percent: row.status === 'waiting' ? 0 : percentOf(progress, row.mode),
      before: row.before,
      after: toGateway?.state === 'done' ? toGateway.version : open ? row.gateway_sw : row.before,
      nodes: { total: totalOf(nodes), updated: nodes.updated, failed: nodes.failed },
      executor: person(row.created_by, row.created_by_name),
      createdAt: row.created_at,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      estimateMs: wholeOf(row.estimate_ms, row.started_at, remainingMs, now),
      remainingMs,
    }
  })
}

const earliest = (instants: readonly (number | null)[]): number | null => {
  const known = instants.filter((at) => at !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** The levels of a task in the order they are upgraded. */
export const presentLevels = async (db: Db, row: ShownTask, now: number): Promise<LevelView[]> => {
  const [jobs, counts, versions] = await Promise.all([
    jobsOfTasks(db, [row.id]),
    nodeCounts(db, [row.id]),
    versionsOfTask(db, row.id),
  ])
  return levels.flatMap((level) => {
    const own = jobs.filter((job) => job.level === level)
    if (own.length === 0) return []
    const progress = own.map((job) => progressOf(job, counts.get(job.id) ?? noNodes))
    const { percents, ...nodes } = sum(progress.map((job) => job.nodes))
    const ended = own.every((job) => job.ended_at !== null)
    const begun = own.some((job) => job.received_at !== null || job.ended_at !== null)
    const seen = versions.filter((one) => one.level === level)
    const startedAt = earliest(own.map((job) => job.began_at))
    const remainingMs = ended || row.ended_at !== null ? null : remainingOf(progress, row.mode, now)
    const estimateMs = own.reduce(
      (ms, job) => ms + transferMs(job.size) + distributionMs(level, job.size, row.mode),
      0,
    )
    // Only whether there are some matters for the status.
    const statuses = (Object.keys(nodes) as NodeStatus[]).flatMap((status) =>
      Array.from({ length: nodes[status] }, () => status),
    )
    return [
      {
        level,
        status: taskStatusOf(
          own.map((job) => job.state),
          statuses,
        ),
        percent: own.every((job) => job.state === 'waiting') ? 0 : percentOf(progress, row.mode),
        bytes: own.reduce((bytes, job) => bytes + job.bytes, 0),
        bytesTotal: own.reduce((bytes, job) => bytes + job.size, 0),
        writtenPercent: begun ? 100 * writtenShare({ ...nodes, percents }) : null,
        before: someVersions(seen.map((one) => one.before)),
        after: someVersions(seen.map((one) => one.after)),
        nodes: { total: totalOf({ ...nodes, percents }), ...nodes },
        code: own.find((job) => job.code !== null)?.code ?? null,
        startedAt,
        endedAt: ended ? Math.max(...own.map((job) => job.ended_at ?? 0)) : null,
        estimateMs: wholeOf(estimateMs, startedAt, remainingMs, now),
        remainingMs,
      },
    ]
  })
}

type ShownUpgrade = {
  id: string
  package_id: string
  package_name: string
  package_version: string
  mode: UpgradeView['mode']
  state: UpgradeView['state']
  paused_because: UpgradeView['pausedBecause']
  stop_at_failure: boolean
  created_by: string
  created_by_name: string | null
  created_at: number
  ended_at: number | null
  /** All of it, also what the caller does not see. */
  tasks: number
}

/** Upgrades with those of their tasks that the caller may see. */
export const presentUpgrades = async (
  db: Db,
  rows: readonly ShownUpgrade[],
  who: Who,
  now: number,
): Promise<{ upgrade: UpgradeView; tasks: TaskView[] }[]> => {
  if (rows.length === 0) return []
  const shown = await visibleTasksOfAll(
    db,
    rows.map(({ id }) => id),
    visibleStations(who, now),
  )
  const views = new Map((await presentTasks(db, shown, now)).map((view) => [view.id, view]))
  const tasksOf = Map.groupBy(shown, (task) => task.upgrade_id)
  return rows.map((row) => {
    const own = tasksOf.get(row.id) ?? []
    const tasks = own.flatMap(({ id }) => views.get(id) ?? [])
    const counted = taskStatuses.map(
      (status) => [status, tasks.filter((task) => task.status === status).length] as const,
    )
    const left = tasks.flatMap(({ endedAt, status, remainingMs, estimateMs }) =>
      endedAt !== null ? [] : status === 'waiting' ? [estimateMs] : [remainingMs],
    )
    const known = left.filter((ms) => ms !== null)
    return {
      upgrade: {
        id: row.id,
        package: { id: row.package_id, name: row.package_name, version: row.package_version },
        mode: row.mode,
        state: row.state,
        pausedBecause: row.paused_because,
        stopAtFailure: row.stop_at_failure,
        executor: person(row.created_by, row.created_by_name),
        createdAt: row.created_at,
        endedAt: row.ended_at,
        counts: Object.fromEntries(counted) as UpgradeView['counts'],
        total: tasks.length,
        percent: tasks.length === 0 ? 0 : tasks.reduce((all, task) => all + task.percent, 0) / tasks.length,
        remainingMs: left.length === 0 || known.length < left.length ? null : Math.max(...known),
        mayControl:
          may(who, 'device:upgrade:create') &&
          own.length === row.tasks &&
          own.every((task) => manages(who, task)),
      },
      tasks,
    }
  })
}
