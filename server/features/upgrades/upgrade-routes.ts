import type { upgradeRoutes } from '#contract/http/upgrades.ts'
import { campaignMs } from '#domain/upgrades/estimate.ts'
import { byTime, numberPart, readPage, textPart } from '../../platform/page/page.ts'
import { managedStations, visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Handlers } from '../../call.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { approvePackage, withdrawPackage } from './approve-package.ts'
import { cancelOneTask, cancelUpgrade, pauseByPerson, resumeUpgrade } from './control-upgrade.ts'
import { createUpgrade, gatewaysAsked } from './create-upgrade.ts'
import { estimateFor, judgeGateways } from './judge-gateways.ts'
import { blocksOfPackage } from './package-blocks.ts'
import { findPackage, imagesOf, packagesInScope, visiblePackages } from './package-store.ts'
import { presentPackages } from './present-package.ts'
import { presentTarget } from './present-target.ts'
import { presentLevels, presentTasks, presentUpgrades } from './present-upgrade.ts'
import { keysInForce, receivePackage } from './receive-package.ts'
import { gatewaysToUpgrade } from './target-store.ts'
import {
  eventsOfTask,
  nodesOfTask,
  upgradeOfId,
  upgradesInScope,
  countTasksIn,
  findTasks,
} from './find-upgrades.ts'
import { visibleTask } from './task-store.ts'

const bySerial = { sn: textPart(/^[A-Z0-9]{1,64}$/) }
const byLevel = { order: numberPart(/^[0-7]$/), sn: textPart(/^[A-Z0-9-]{1,64}$/) }

const oneUpgrade = async (db: Db, who: Who, now: number, id: string) => {
  const row = (await upgradeOfId(db, visibleStations(who, now), id)) ?? refuse('not_found')
  const [shown] = await presentUpgrades(db, [row], who, now)
  return shown ?? refuse('not_found')
}

const shownTask = async (db: Db, who: Who, now: number, id: string) =>
  (await visibleTask(db, id, visibleStations(who, now))) ?? refuse('not_found')

type PackageCall = { context: Parameters<typeof keysInForce>[0] & { db: Db }; who: Who; now: number }

const onePackage = async ({ context, who, now }: PackageCall, id: string) => {
  const row = (await findPackage(context.db, visiblePackages(who), id)) ?? refuse('not_found')
  const [view] = await presentPackages(context.db, [row], { who, now, keys: await keysInForce(context) })
  return { package: view ?? refuse('not_found') }
}

/** A package with its images and what keeps it from being used. */
const packageToUse = async ({ context, who, now }: PackageCall, id: string) => {
  const row = (await findPackage(context.db, visiblePackages(who), id)) ?? refuse('not_found')
  const images = await imagesOf(context.db, [row.id])
  return { images, blocks: blocksOfPackage(row, images, await keysInForce(context), now) }
}

export const upgradeHandlers: Handlers<typeof upgradeRoutes> = {
  'GET /api/packages': async ({ context, query, who, now }) => {
    const keys = await keysInForce(context)
    const accepted = keys.filter((key) => key.revoked !== true).map(({ id }) => id)
    const { rows, next } = await readPage(query, {
      order: byTime,
      read: (before, limit) =>
        packagesInScope(context.db, visiblePackages(who), {
          state: query.state === 'usable' ? undefined : query.state,
          usable: query.state === 'usable' ? { keyIds: accepted, now } : null,
          search: query.search ?? '',
          before,
          limit,
        }),
      placeOf: ({ uploaded_at, id }) => ({ at: uploaded_at, id }),
    })
    return {
      packages: await presentPackages(context.db, rows, { who, now, keys }),
      keys: keys.map(({ id, revoked }) => ({ id, revoked: revoked === true })),
      next,
    }
  },

  'GET /api/packages/{packageId}': async (call) => onePackage(call, call.params.packageId),

  'PUT /api/packages/{packageId}': async (call) => {
    await receivePackage(call.context, call, call.params.packageId, call.upload.body)
    return onePackage(call, call.params.packageId)
  },

  'POST /api/packages/{packageId}/approve': async (call) => {
    await approvePackage(call.context, call, call.params.packageId)
    return onePackage(call, call.params.packageId)
  },

  'POST /api/packages/{packageId}/withdraw': async (call) => {
    await withdrawPackage(call.context, call, call.params.packageId, call.body.remark ?? '')
    return onePackage(call, call.params.packageId)
  },

  'GET /api/packages/{packageId}/targets': async (call) => {
    const { context, params, query, who, now } = call
    const { db } = context
    const scope = visibleStations(who, now)
    const { images, blocks } = await packageToUse(call, params.packageId)
    if (query.stationId !== undefined && !(await findStation(db, query.stationId, scope))) refuse('not_found')
    if (query.gatewayId !== undefined) await gatewaysAsked(db, who, now, [query.gatewayId])
    const { rows, next } = await readPage(query, {
      order: bySerial,
      // What a station is only shared to be looked at, nobody upgrades.
      read: (after, limit) =>
        gatewaysToUpgrade(db, managedStations(who, now), {
          stationId: query.stationId,
          gatewayId: query.gatewayId,
          search: query.search ?? '',
          after: after?.sn ?? null,
          limit,
        }),
      placeOf: ({ sn_key }) => ({ sn: sn_key }),
    })
    const judged = await judgeGateways(db, rows, images, now)
    return { targets: judged.map((one) => presentTarget(one, now)), packageBlocks: blocks, next }
  },

  'POST /api/packages/{packageId}/estimate': async (call) => {
    const { context, params, body, who, now } = call
    const { db } = context
    const { images, blocks } = await packageToUse(call, params.packageId)
    const asked = [...body.gatewayIds, ...(body.trialId === undefined ? [] : [body.trialId])]
    const judged = await judgeGateways(db, await gatewaysAsked(db, who, now, asked), images, now)
    const trial = judged.find(({ row }) => row.id === body.trialId)
    const trialMs = trial ? estimateFor(trial, body.mode, now).totalMs : 0
    const timed = judged.map((one) => ({
      one,
      // The others begin when the trial is over.
      ...estimateFor(one, body.mode, one === trial ? now : now + trialMs),
      trial: one === trial,
    }))
    const totalMs = campaignMs(timed)
    const sunsets = judged.flatMap(({ sunsetAt }) => sunsetAt ?? [])
    return {
      totalMs,
      endsAt: Math.ceil(now + totalMs),
      pastSunset: timed.some(({ pastSunset }) => pastSunset),
      sunsetAt: sunsets.length === 0 ? null : Math.min(...sunsets),
      bytes: judged.reduce(
        (all, { plan }) => all + plan.images.reduce((sum, { bytes }) => sum + bytes, 0),
        0,
      ),
      gateways: judged.map((one) => presentTarget(one, now)),
      packageBlocks: blocks,
    }
  },

  'POST /api/upgrades': async (call) => {
    const { context, body, who, now } = call
    const id = await createUpgrade(context, call, {
      packageId: body.packageId,
      gatewayIds: body.gatewayIds,
      mode: body.mode,
      trialId: body.trialId,
      stopAtFailure: body.stopAtFailure,
    })
    return oneUpgrade(context.db, who, now, id)
  },

  'GET /api/upgrades': async ({ context, query, who, now }) => {
    const { rows, next } = await readPage(query, {
      order: byTime,
      read: (before, limit) =>
        upgradesInScope(context.db, visibleStations(who, now), { state: query.state, before, limit }),
      placeOf: ({ created_at, id }) => ({ at: created_at, id }),
    })
    const shown = await presentUpgrades(context.db, rows, who, now)
    return { upgrades: shown.map(({ upgrade }) => upgrade), next }
  },

  'GET /api/upgrades/{upgradeId}': async ({ context, params, who, now }) =>
    oneUpgrade(context.db, who, now, params.upgradeId),

  'POST /api/upgrades/{upgradeId}/pause': async (call) => {
    await pauseByPerson(call.context, call, call.params.upgradeId)
    return oneUpgrade(call.context.db, call.who, call.now, call.params.upgradeId)
  },

  'POST /api/upgrades/{upgradeId}/resume': async (call) => {
    await resumeUpgrade(call.context, call, call.params.upgradeId)
    return oneUpgrade(call.context.db, call.who, call.now, call.params.upgradeId)
  },

  'POST /api/upgrades/{upgradeId}/cancel': async (call) => {
    await cancelUpgrade(call.context, call, call.params.upgradeId)
    return oneUpgrade(call.context.db, call.who, call.now, call.params.upgradeId)
  },

  'GET /api/upgrade-tasks': async ({ context, query, who, now }) => {
    const { db } = context
    const scope = visibleStations(who, now)
    if (query.stationId !== undefined && !(await findStation(db, query.stationId, scope))) refuse('not_found')
    if (query.gatewayId !== undefined) await gatewaysAsked(db, who, now, [query.gatewayId])
    const { stationId, gatewayId, status, search = '' } = query
    const wanted = { stationId, gatewayId, search }
    const [{ rows, next }, counts] = await Promise.all([
      readPage(query, {
        order: byTime,
        read: (before, limit) => findTasks(db, scope, { ...wanted, status, before, limit }),
        placeOf: ({ created_at, id }) => ({ at: created_at, id }),
      }),
      countTasksIn(db, scope, wanted),
    ])
    return { tasks: await presentTasks(db, rows, now), counts, next }
  },

  'GET /api/upgrade-tasks/{taskId}': async ({ context, params, who, now }) => {
    const { db } = context
    const row = await shownTask(db, who, now, params.taskId)
    const [[task], levels, { upgrade }, events] = await Promise.all([
      presentTasks(db, [row], now),
      presentLevels(db, row, now),
      oneUpgrade(db, who, now, row.upgrade_id),
      eventsOfTask(db, row.id),
    ])
    return { task: task ?? refuse('not_found'), upgrade, levels, events }
  },

  'GET /api/upgrade-tasks/{taskId}/nodes': async ({ context, params, query, who, now }) => {
    const row = await shownTask(context.db, who, now, params.taskId)
    const { level, status, search = '' } = query
    const { rows, next } = await readPage(query, {
      order: byLevel,
      read: (after, limit) => nodesOfTask(context.db, row.id, { level, status, search, after, limit }),
      placeOf: ({ order, sn }) => ({ order, sn }),
    })
    return {
      nodes: rows.map((node) => ({
        deviceId: node.device_id,
        level: node.level,
        sn: node.sn,
        name: node.name,
        model: node.model,
        status: node.status,
        percent: node.percent,
        before: node.before,
        after: node.after,
        reported: node.sw,
        code: node.code,
        startedAt: node.started_at,
        endedAt: node.ended_at,
      })),
      next,
    }
  },

  'POST /api/upgrade-tasks/{taskId}/cancel': async (call) => {
    const { context, params, who, now } = call
    await cancelOneTask(context, call, params.taskId)
    const [task] = await presentTasks(context.db, [await shownTask(context.db, who, now, params.taskId)], now)
    return { task: task ?? refuse('not_found') }
  },
}
