import { type JobEvent, type NodeStatus, nextNodeStatus } from './upgrade-states.ts'

/** What a gateway says of a node (`contract/mqtt/firmware.ts`). */
export type ToldNode = {
  phase: NodeStatus
  pct?: number | null | undefined
  code?: string | null | undefined
}
export type KnownNode = { status: NodeStatus; percent: number | null }
export type JudgedNode = { status: NodeStatus; percent: number | null; code: string | null }

/**
 * What a gateway's word makes of a node; null when it changes nothing. That a node is `updated` is only a claim: it is
 * `verifying` until the device itself reports the version. Progress does not go back.
 */
export const judgeNode = (known: KnownNode, told: ToldNode): JudgedNode | null => {
  const claimed = told.phase === 'updated' ? 'verifying' : told.phase
  const next = nextNodeStatus(known.status, claimed)
  if (next === 'failed') return { status: next, percent: null, code: told.code ?? 'write_failed' }
  const percent = claimed === 'writing' ? (told.pct ?? null) : null
  if (next !== null) return { status: next, percent, code: null }
  if (known.status !== 'writing' || claimed !== 'writing' || percent === null) return null
  return percent > (known.percent ?? 0) ? { status: 'writing', percent, code: null } : null
}

const events = {
  receiving: 'asked',
  distributing: 'distributing',
  verifying: 'written',
  done: 'written',
  failed: 'failed',
  cancelled: 'failed',
} as const satisfies Record<string, JobEvent>

/** What a phase that a gateway names is for its job. Its `done` is a claim too. */
export const eventOfPhase = (phase: keyof typeof events): JobEvent => events[phase]
