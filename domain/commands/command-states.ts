/**
 * The states of a command and what moves it on, as one table. A command is written with the change that wants it,
 * published once its gateway is connected, answered by that gateway, and proven by its answer or by a reading.
 */
export const commandOps = [
  'switch',
  'limit',
  'restart',
  'activate',
  'scan',
  'read',
  'replace',
  'set',
  'discover',
  'diagnose',
] as const
export type CommandOp = (typeof commandOps)[number]

/** What only looks holds up no other command of its device. */
export const looksOnly = (op: CommandOp): boolean => op === 'read' || op === 'discover' || op === 'diagnose'

export const commandStates = [
  'queued',
  'sent',
  'accepted',
  'verified',
  'rejected',
  'expired',
  'unverified',
  'cancelled',
] as const
export type CommandState = (typeof commandStates)[number]

export const commandEvents = [
  /** Handed to a connection of its gateway. */
  'sent',
  /** The gateway has taken it on. */
  'accepted',
  /** The gateway has carried it out, and its word is the proof. */
  'done',
  /** The gateway says it has carried it out; a reading has to prove it. */
  'effected',
  /** The gateway has tried, and at least one device did not do it. */
  'failed',
  /** The gateway does not carry it out. */
  'refused',
  /** A reading shows the effect. */
  'proven',
  /** A reading shows the opposite. */
  'contradicted',
  /** Its time is over. */
  'expired',
  /** What it was for is gone: a device removed or moved. */
  'cancelled',
] as const
export type CommandEvent = (typeof commandEvents)[number]

type Row = Readonly<Partial<Record<CommandEvent, CommandState>>>

/**
 * What an event makes of a state; absent = it changes nothing and is noted as too late or repeated. An answer may
 * find its command still queued: the server was killed after it had published and before it had noted that.
 * A state in which nothing is listed is final, also for what arrives a day later.
 */
export const commandTable: Readonly<Record<CommandState, Row>> = {
  queued: {
    sent: 'sent',
    accepted: 'accepted',
    effected: 'accepted',
    done: 'verified',
    failed: 'rejected',
    refused: 'rejected',
    expired: 'expired',
    cancelled: 'cancelled',
  },
  sent: {
    accepted: 'accepted',
    effected: 'accepted',
    done: 'verified',
    failed: 'rejected',
    refused: 'rejected',
    // It has reached the gateway: nobody knows what became of it.
    expired: 'unverified',
    cancelled: 'unverified',
  },
  accepted: {
    // The state stays; the reading that proves it is asked for once.
    effected: 'accepted',
    done: 'verified',
    failed: 'rejected',
    refused: 'rejected',
    proven: 'verified',
    contradicted: 'unverified',
    expired: 'unverified',
    cancelled: 'unverified',
  },
  verified: {},
  rejected: {},
  expired: {},
  unverified: {},
  cancelled: {},
}

/** The state after `event`; null when it changes nothing. */
export const nextState = (state: CommandState, event: CommandEvent): CommandState | null =>
  commandTable[state][event] ?? null

/** Whether a command can still change: it counts as its devices' one open command. */
export const isOpen = (state: CommandState): boolean => Object.keys(commandTable[state]).length > 0

export const commandResults = ['success', 'fail', 'in_progress', 'abnormal'] as const
/** The specification's four words. */
export type CommandOutcome = (typeof commandResults)[number]

const outcomes: Readonly<Record<CommandState, CommandOutcome>> = {
  queued: 'in_progress',
  sent: 'in_progress',
  accepted: 'in_progress',
  verified: 'success',
  rejected: 'fail',
  expired: 'fail',
  cancelled: 'fail',
  unverified: 'abnormal',
}
export const outcomeOf = (state: CommandState): CommandOutcome => outcomes[state]
