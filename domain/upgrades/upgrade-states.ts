import { type UpgradableKind, upgradableKinds } from '../devices/kinds.ts'

/** How the specification calls them; fast writes to the nodes three times as fast. */
export const upgradeModes = ['normal', 'fast'] as const
export type UpgradeMode = (typeof upgradeModes)[number]

export const taskStatuses = [
  'waiting',
  'sending',
  'distributing',
  'verifying',
  'done',
  'partly_failed',
  'failed',
  'cancelled',
] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const nodeStatuses = ['waiting', 'writing', 'verifying', 'updated', 'failed'] as const
export type NodeStatus = (typeof nodeStatuses)[number]

/** An image on its way through one gateway. `offered`: the gateway has not asked for a byte yet. */
export const jobStates = [
  'waiting',
  'offered',
  'receiving',
  'distributing',
  'verifying',
  'done',
  'failed',
  'cancelled',
] as const
export type JobState = (typeof jobStates)[number]

export const jobEvents = [
  /** The offer was handed to a connection of the gateway. */
  'offered',
  /** The gateway asks for data. */
  'asked',
  /** The gateway has the whole image and writes it to its nodes, or to itself. */
  'distributing',
  /** The gateway has written; the devices have to show it. */
  'written',
  /** Every node has shown the new version, or was given up. */
  'settled',
  /** The gateway refuses or gives up; or its time is over. */
  'failed',
  'cancelled',
] as const
export type JobEvent = (typeof jobEvents)[number]

type Row = Readonly<Partial<Record<JobEvent, JobState>>>

/**
 * What an event makes of a state; absent = it changes nothing. Messages may be lost and a server killed between two,
 * so a later word is taken also when the earlier one never came. Nothing listed = final.
 */
export const jobTable: Readonly<Record<JobState, Row>> = {
  waiting: { offered: 'offered', failed: 'failed', cancelled: 'cancelled' },
  offered: {
    offered: 'offered',
    asked: 'receiving',
    distributing: 'distributing',
    written: 'verifying',
    settled: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  receiving: {
    // A gateway that has lost what it had begins again.
    offered: 'receiving',
    asked: 'receiving',
    distributing: 'distributing',
    written: 'verifying',
    settled: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  // From here on it is being written: that cannot be called back.
  distributing: {
    offered: 'distributing',
    // One that asks again gets it again; how far it is, it says itself.
    asked: 'distributing',
    distributing: 'distributing',
    written: 'verifying',
    settled: 'done',
    failed: 'failed',
  },
  verifying: { written: 'verifying', settled: 'done', failed: 'failed' },
  done: {},
  failed: {},
  cancelled: {},
}

/** The state after `event`; null when it changes nothing. */
export const nextJobState = (state: JobState, event: JobEvent): JobState | null =>
  jobTable[state][event] ?? null

export const isJobOpen = (state: JobState): boolean => Object.keys(jobTable[state]).length > 0

const forward: readonly NodeStatus[] = ['waiting', 'writing', 'verifying', 'updated']

/** Nodes only move forward; `updated` and `failed` are final, and a report of its version alone makes one `updated`. */
export const nextNodeStatus = (now: NodeStatus, told: NodeStatus): NodeStatus | null => {
  if (now === 'updated' || now === 'failed') return null
  if (told === 'failed') return told
  return forward.indexOf(told) > forward.indexOf(now) ? told : null
}

const ofJob: Readonly<Partial<Record<JobState, TaskStatus>>> = {
  offered: 'sending',
  receiving: 'sending',
  distributing: 'distributing',
  verifying: 'verifying',
}

/**
 * The status of a task, from its jobs in order and its nodes. It has ended when no job is open: everything updated is
 * done, nothing updated failed or cancelled.
 */
export const taskStatusOf = (jobs: readonly JobState[], nodes: readonly NodeStatus[]): TaskStatus => {
  const open = jobs.filter(isJobOpen)
  if (open.length > 0) {
    const current = open.find((state) => state !== 'waiting')
    if (current) return ofJob[current] ?? 'sending'
    // Between two images.
    return jobs.length === open.length ? 'waiting' : 'sending'
  }
  const updated = nodes.filter((status) => status === 'updated').length
  if (updated > 0) return updated === nodes.length ? 'done' : 'partly_failed'
  return jobs.includes('failed') ? 'failed' : jobs.includes('cancelled') ? 'cancelled' : 'failed'
}

export const isTaskOpen = (status: TaskStatus): boolean =>
  status === 'waiting' || status === 'sending' || status === 'distributing' || status === 'verifying'

/** The order in which a gateway's levels are upgraded: itself first, it has to speak to the others. */
export const levels = upgradableKinds
export type Level = UpgradableKind

export const campaignStates = ['running', 'paused', 'done', 'cancelled'] as const
export type CampaignState = (typeof campaignStates)[number]
/** `failure`: one has failed and it was to stop at the first. `trial`: the first one did not succeed. */
export const pauseReasons = ['person', 'failure', 'trial'] as const
export type PauseReason = (typeof pauseReasons)[number]

/** What a waiting task waits for. */
export const waitReasons = ['trial', 'turn', 'paused', 'gateway', 'daylight'] as const
export type WaitReason = (typeof waitReasons)[number]

export const packageStates = ['uploaded', 'approved', 'withdrawn'] as const
export type PackageState = (typeof packageStates)[number]

export const upgradeEvents = [
  'created',
  'started',
  'offered',
  'receiving',
  'received',
  'written',
  'node_updated',
  'node_failed',
  'link_lost',
  'link_back',
  'paused',
  'resumed',
  'stalled',
  'job_failed',
  'cancelled',
  'ended',
] as const
export type UpgradeEvent = (typeof upgradeEvents)[number]
