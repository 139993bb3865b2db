import { useQuery } from '@tanstack/react-query'
import type { UpgradeMode } from '#domain/upgrades/upgrade-states.ts'
import { call } from '../../app/data/call.ts'
import type { Answer, CallInput } from '../../app/data/call-types.ts'
import { refresh, useData } from '../../app/data/query.ts'
import { usePages } from '../../app/lists/use-pages.ts'

type Packages = Answer<'GET /api/packages'>
type Targets = Answer<'GET /api/packages/{packageId}/targets'>
type Nodes = Answer<'GET /api/upgrade-tasks/{taskId}/nodes'>
export type TaskAnswer = Answer<'GET /api/upgrade-tasks/{taskId}'>
export type Task = TaskAnswer['task']
export type Upgrade = TaskAnswer['upgrade']
export type TaskLevel = TaskAnswer['levels'][number]
export type TaskEvent = TaskAnswer['events'][number]
export type TaskNode = Nodes['nodes'][number]
export type Level = TaskLevel['level']
export type NodeStatus = TaskNode['status']
export type FirmwarePackage = Packages['packages'][number]
export type PackageBlock = FirmwarePackage['blocks'][number]
export type Target = Targets['targets'][number]
export type Block = Target['blocks'][number]
export type Estimate = Answer<'POST /api/packages/{packageId}/estimate'>

/** Told by live events; asked for besides, because remaining times also move when nothing happens. */
const openMs = 5_000
const listMs = 15_000
const pageSize = 30

/** Open tasks come to an end by themselves; lists of ended ones stay. */
export const useTasks = (
  query: NonNullable<CallInput<'GET /api/upgrade-tasks'>['query']>,
  enabled: boolean,
) =>
  usePages('GET /api/upgrade-tasks', { query: { ...query, limit: pageSize } }, (page) => page.tasks, {
    refetchInterval: listMs,
    enabled,
  })

export const usePackages = (query: NonNullable<CallInput<'GET /api/packages'>['query']>) =>
  usePages('GET /api/packages', { query: { ...query, limit: pageSize } }, (page) => page.packages)

/** Those that an upgrade can begin with. */
export const useUsablePackages = () => usePackages({ state: 'usable' })

/** Gateways with what stands in the way of this package. */
export const useTargets = (packageId: string, search: string) =>
  usePages(
    'GET /api/packages/{packageId}/targets',
    { params: { packageId }, query: { ...(search && { search }), limit: pageSize } },
    (page) => page.targets,
    { enabled: packageId !== '', staleTime: 0 },
  )

type Planned = {
  packageId: string | null
  gatewayIds: readonly string[]
  trialId: string | null
}

/** How long it takes in one mode and what stands in the way, again every half minute: light and links change. */
export const useEstimate = ({ packageId, gatewayIds, trialId }: Planned, mode: UpgradeMode) =>
  useQuery<Estimate>({
    queryKey: ['upgrade estimate', packageId, gatewayIds, trialId, mode],
    queryFn: ({ signal }) =>
      call('POST /api/packages/{packageId}/estimate', {
        params: { packageId: packageId ?? '' },
        body: { gatewayIds: [...gatewayIds], mode, ...(trialId !== null && { trialId }) },
        signal,
      }),
    enabled: packageId !== null && gatewayIds.length > 0,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 30_000,
    placeholderData: (before) => before,
  })

export const useTask = (taskId: string, enabled = true) =>
  useData('GET /api/upgrade-tasks/{taskId}', { params: { taskId } }, { refetchInterval: openMs, enabled })

export const useUpgrade = (upgradeId: string, enabled: boolean) =>
  useData('GET /api/upgrades/{upgradeId}', { params: { upgradeId } }, { refetchInterval: openMs, enabled })

/** As many devices as one level can have come in a few answers; they are read until there is no next one. */
export const useNodes = (
  taskId: string,
  query: NonNullable<CallInput<'GET /api/upgrade-tasks/{taskId}/nodes'>['query']>,
) =>
  usePages(
    'GET /api/upgrade-tasks/{taskId}/nodes',
    { params: { taskId }, query: { ...query, limit: 100 } },
    (page) => page.nodes,
    { refetchInterval: openMs },
  )

export const upgradesChanged = (): Promise<unknown> =>
  refresh(
    'GET /api/upgrade-tasks',
    'GET /api/upgrade-tasks/{taskId}',
    'GET /api/upgrade-tasks/{taskId}/nodes',
    'GET /api/upgrades/{upgradeId}',
  )
