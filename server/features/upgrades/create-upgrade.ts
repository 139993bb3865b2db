import { randomUUID } from 'node:crypto'
import type { UpgradeMode } from '#domain/upgrades/upgrade-states.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Caller, Who } from '../accounts/who.ts'
import { transact } from '../../platform/db/open.ts'
import { findDevice } from '../devices/device-store.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { codeOfBlock } from './approve-package.ts'
import { type JudgedGateway, judgeGateways } from './judge-gateways.ts'
import { blocksOfPackage } from './package-blocks.ts'
import { imagesOf, lockPackage, visiblePackages } from './package-store.ts'
import { presentTarget } from './present-target.ts'
import { keysInForce } from './receive-package.ts'
import { note, insertUpgrade } from './upgrade-store.ts'
import { taskIdsOf, insertTask } from './task-store.ts'
import { insertNodes } from './node-store.ts'
import { insertJob } from './job-store.ts'
import { estimateOf } from '#domain/upgrades/estimate.ts'

export type NewUpgrade = {
  packageId: string
  gatewayIds: readonly string[]
  mode: UpgradeMode
  trialId: string | undefined
  stopAtFailure: boolean
}

/** Gateways in scope, in the order asked. @throws Refusal `not_found` when one of them is not */
export const gatewaysAsked = async (db: Db, who: Who, now: number, ids: readonly string[]) => {
  const scope = visibleStations(who, now)
  const rows = []
  for (const id of new Set(ids)) {
    const row = await findDevice(db, id, scope)
    rows.push(row?.kind === 'gateway' && row.removed_at === null ? row : refuse('not_found'))
  }
  return rows
}

const blocked = (judged: readonly JudgedGateway[], now: number): Refusal =>
  new Refusal('upgrade_blocked', {
    field: 'gatewayIds',
    current: {
      blocked: judged
        .filter(({ plan }) => plan.blocks.length > 0)
        .map((one) => {
          const { id, sn, name, blocks } = presentTarget(one, now)
          return { id, sn, name, blocks }
        }),
    },
  })

const ROWS_AT_ONCE = 500

/** Writes a task with its jobs and nodes. False when one of the devices is in another upgrade by now. */
const addTask = async (
  trx: Db,
  upgradeId: string,
  { row, plan }: JudgedGateway,
  upgrade: NewUpgrade,
  now: number,
): Promise<boolean> => {
  const taskId = randomUUID()
  const task = await insertTask(trx, {
    id: taskId,
    upgrade_id: upgradeId,
    station_id: row.station_id,
    gateway_id: row.id,
    trial: row.id === upgrade.trialId,
    before: row.sw,
    estimate_ms: estimateOf(plan.images, upgrade.mode).totalMs,
    waiting_for: 'turn',
    created_at: new Date(now),
  })
  if (!task) return false
  for (const [at, image] of plan.images.entries()) {
    const jobId = randomUUID()
    await insertJob(trx, { id: jobId, task_id: taskId, no: at + 1, image_id: image.id, level: image.level })
    const nodes = plan.nodes.filter((node) => node.image.id === image.id)
    for (let from = 0; from < nodes.length; from += ROWS_AT_ONCE) {
      const part = nodes.slice(from, from + ROWS_AT_ONCE)
      const made = await insertNodes(
        trx,
        part.map(({ device }) => ({
          job_id: jobId,
          device_id: device.id,
          task_id: taskId,
          level: device.level,
          sn: device.sn,
          before: device.version,
          after: image.version,
        })),
      )
      if (made.length < part.length) return false
    }
  }
  return true
}

/**
 * Makes an upgrade with a task for each gateway. All or nothing: with one gateway blocked nothing is made, and
 * `current` of the refusal says which and why. Gives its id.
 * @throws Refusal `not_found`, `forbidden`, `package_…`, `upgrade_blocked`, `invalid_input` for a trial that is not
 * among the gateways
 */
export const createUpgrade = async (
  context: Pick<Context, 'db' | 'changeEvents' | 'firmware' | 'log'>,
  caller: Caller,
  upgrade: NewUpgrade,
): Promise<string> => {
  const { db, changeEvents, firmware } = context
  const { who, now } = caller
  const keys = await keysInForce(context)
  const gateways = await gatewaysAsked(db, who, now, upgrade.gatewayIds)
  if (upgrade.trialId !== undefined) {
    await gatewaysAsked(db, who, now, [upgrade.trialId])
    if (!upgrade.gatewayIds.includes(upgrade.trialId)) refuse('invalid_input', { field: 'trialId' })
  }
  for (const gateway of gateways) mustManage(who, gateway)
  const made = await transact(db, async (trx) => {
    const scope = visiblePackages(who)
    const row = (await lockPackage(trx, scope, upgrade.packageId)) ?? refuse('not_found')
    const images = await imagesOf(trx, [row.id])
    const [block] = blocksOfPackage(row, images, keys, now)
    if (block) refuse(codeOfBlock[block])
    const judged = await judgeGateways(trx, gateways, images, now)
    if (judged.some(({ plan }) => plan.blocks.length > 0)) throw blocked(judged, now)
    const upgradeId = randomUUID()
    await insertUpgrade(trx, {
      id: upgradeId,
      package_id: row.id,
      mode: upgrade.mode,
      stop_at_failure: upgrade.stopAtFailure,
      created_by: who.accountId,
      created_at: new Date(now),
    })
    // In one order for everybody, so that two who want the same gateways do not wait for each other.
    for (const one of judged.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1))) {
      if (!(await addTask(trx, upgradeId, one, upgrade, now)))
        throw blocked(
          [{ ...one, plan: { ...one.plan, blocks: [{ reason: 'upgrading', devices: [] }] } }],
          now,
        )
      await recordDone(trx, caller, {
        companyId: one.row.company_id,
        action: 'upgrade.create',
        objectKind: 'device',
        objectId: one.row.id,
        detail: { upgradeId, packageId: row.id, mode: upgrade.mode, nodes: one.plan.nodes.length },
      })
    }
    const tasks = await taskIdsOf(trx, upgradeId)
    for (const { id } of tasks) await note(trx, id, now, 'created', { accountId: who.accountId })
    return upgradeId
  })
  for (const stationId of new Set(gateways.map((row) => row.station_id)))
    changeEvents.tell({ type: 'changed', stationId, what: 'upgrades' })
  for (const { id } of gateways) firmware.due.tell({ gateway: id, cameUp: false })
  return made
}
