import type { CommandEvent, CommandState } from './command-states.ts'

/** How a device of a command ended. */
export type Settled = Extract<CommandState, 'verified' | 'rejected' | 'unverified'>

type Ended = { state: Settled; code: string | null }

/**
 * What has become of a command when each of its devices has ended: as good as its worst device. There is no success
 * as a whole while one device has none.
 */
export const settleWhole = (
  devices: readonly Ended[],
): { event: Extract<CommandEvent, 'proven' | 'contradicted' | 'failed'>; code: string | null } => {
  const failed = devices.filter(({ state }) => state !== 'verified')
  if (failed.length === 0) return { event: 'proven', code: null }
  const codes = new Set(failed.map(({ code }) => code))
  const code = failed.length < devices.length || codes.size > 1 ? 'partly' : (failed[0]?.code ?? null)
  return { event: failed.some(({ state }) => state === 'unverified') ? 'contradicted' : 'failed', code }
}

export const commandSteps = [
  'queued',
  'sent',
  'accepted',
  'done',
  'asked',
  'read',
  'verified',
  'contradicted',
  'rejected',
  'expired',
  'unverified',
  'cancelled',
] as const
/** A step of the ledger: `done` is the gateway's word, `asked` and `read` the proof, the rest how it ended. */
export type CommandStep = (typeof commandSteps)[number]

type Told = {
  state: CommandState
  code: string | null
  createdAt: number
  sentAt: number | null
  acceptedAt: number | null
  doneAt: number | null
  endedAt: number | null
  /** The read that proves it. */
  proof: { createdAt: number; endedAt: number | null; state: CommandState } | null
}

/** Every step with its time, in their order. */
export const stepsOf = (command: Told): { step: CommandStep; at: number }[] => {
  const { proof, state, endedAt } = command
  const ended: CommandStep | null =
    endedAt === null || state === 'queued' || state === 'sent' || state === 'accepted'
      ? null
      : state === 'unverified' && command.code === 'contradicted'
        ? 'contradicted'
        : state
  const answered = proof !== null && (proof.state === 'verified' || proof.state === 'rejected')
  const steps: [CommandStep, number | null][] = [
    ['queued', command.createdAt],
    ['sent', command.sentAt],
    ['accepted', command.acceptedAt],
    ['done', command.doneAt],
    ['asked', proof?.createdAt ?? null],
    ['read', answered ? proof.endedAt : null],
  ]
  return [
    ...steps.flatMap(([step, at]) => (at === null ? [] : [{ step, at }])),
    ...(ended === null || endedAt === null ? [] : [{ step: ended, at: endedAt }]),
  ]
}
