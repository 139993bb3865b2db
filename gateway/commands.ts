import {
  type CommandRequest,
  commandRequest,
  type CommandResponse,
  type CommandResult,
  maxCommandTargets,
} from '#contract/mqtt/command.ts'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { readMessage } from './checked-json.ts'
import type { Obedience } from './site.ts'

/** What a gateway can be asked about itself and its devices. */
export interface CommandSubject {
  readonly sn: string
  inventory(): readonly InventoryDevice[]
  readings(): readonly TelemetryItem[]
  reportSeconds(): number
  setReportSeconds(seconds: number): void
  /** From now on, and for ever. */
  activate(): void
  /** Sends the inventory anew. */
  rescan(): void
  /** Turns an inverter, an optimizer or a shutdown device. */
  turn(sn: string, on: boolean): Obedience
  /** Share of its rated power that an inverter may give, %. */
  limit(sn: string, pct: number): Obedience
  restart(sn: string): Obedience
  /** Itself, once it has said so. */
  restartSelf(): void
  /** What a device stands at beyond its readings: `limit_pct`, `up_s`. */
  settings(sn: string): Readonly<Record<string, number>>
  /** Somebody has put `replacement` where `old` hung. */
  exchange(old: string, replacement: string): void
}

/** Results kept for repeated ids. */
const REMEMBERED = 200

/**
 * Carries out commands on what really hangs there. A repeated id is answered with what was answered before and nothing
 * is done; what is past its `exp` is not done. Null for bytes that are no command.
 */
export function commandDesk(
  subject: CommandSubject,
): (payload: Uint8Array, now: number) => CommandResponse[] | null {
  const answered = new Map<string, CommandResponse>()
  return (payload, now) => {
    const command = readMessage(commandRequest, payload)
    if (!command) return null
    const known = answered.get(command.id)
    if (known) return [known]
    const answers = carryOut(command, subject, now)
    const last = answers.at(-1)
    if (last) answered.set(command.id, last)
    const oldest = answered.keys().next()
    if (answered.size > REMEMBERED && !oldest.done) answered.delete(oldest.value)
    return answers
  }
}

function carryOut(command: CommandRequest, subject: CommandSubject, now: number): CommandResponse[] {
  const envelope = { v: 1, id: command.id, ts: now } as const
  const rejected = (code: Extract<CommandResponse, { stage: 'rejected' }>['code']): CommandResponse[] => [
    { ...envelope, stage: 'rejected', code },
  ]
  if (now > command.exp) return rejected('expired')
  const devices = subject.inventory()
  const known = new Set([subject.sn, ...devices.map((device) => device.sn)])
  // The new one of an exchange is not known yet.
  const meant = command.op === 'replace' ? [command.args.old, command.args.new] : command.targets
  if (command.op === 'replace' ? !meant.some((sn) => known.has(sn)) : meant.some((sn) => !known.has(sn)))
    return rejected('unknown_target')
  const done = (results: CommandResult[]): CommandResponse[] => [
    { ...envelope, stage: 'accepted' },
    { ...envelope, stage: 'done', results: results.slice(0, maxCommandTargets) },
  ]
  switch (command.op) {
    case 'read': {
      const targets = command.targets.length > 0 ? command.targets : [subject.sn]
      const readings = new Map(subject.readings().map((item) => [item.sn, item]))
      return done(
        targets.map((sn): CommandResult => {
          if (sn === subject.sn)
            return { sn, ok: true, after: { report_s: subject.reportSeconds(), ...subject.settings(sn) } }
          const item = readings.get(sn)
          return item
            ? { sn, ok: true, after: { ...flat(item), ...subject.settings(sn) } }
            : { sn, ok: false, code: 'no_answer' }
        }),
      )
    }
    case 'activate': {
      // What does not answer cannot be activated: at night that is everything without a supply of its own.
      const answering = new Set(subject.readings().map(({ sn }) => sn))
      subject.activate()
      const after = { activated: true }
      return done([
        { sn: subject.sn, ok: true, after },
        ...devices.map(({ sn }): CommandResult =>
          answering.has(sn) ? { sn, ok: true, after } : { sn, ok: false, code: 'no_answer' },
        ),
      ])
    }
    case 'switch': {
      const { on } = command.args
      if (command.targets.length === 0) return rejected('unknown_target')
      return done(
        tell(
          command.targets,
          subject,
          (sn) => subject.turn(sn, on),
          (item) =>
            typeof item.m.closed === 'boolean' ? { closed: on } : { st: on ? 'normal' : 'shutdown' },
        ),
      )
    }
    case 'limit': {
      const { pct } = command.args
      if (pct === undefined) return rejected('unsupported')
      if (command.targets.length === 0) return rejected('unknown_target')
      return done(
        tell(
          command.targets,
          subject,
          (sn) => subject.limit(sn, pct),
          () => ({ limit_pct: pct }),
        ),
      )
    }
    case 'restart':
      if (command.targets.length === 0) {
        subject.restartSelf()
        return done([{ sn: subject.sn, ok: true }])
      }
      return done(
        tell(
          command.targets,
          subject,
          (sn) => subject.restart(sn),
          () => ({ up_s: 0 }),
        ),
      )
    case 'replace': {
      const { old, new: replacement } = command.args
      // The same exchange told twice is one.
      if (known.has(old)) subject.exchange(old, replacement)
      return done([{ sn: replacement, ok: true, after: { replaces: old } }])
    }
    case 'scan':
      subject.rescan()
      return done(
        devices.map(({ sn, t, parent, string, pos }) => ({
          sn,
          ok: true,
          after: { t, parent: parent ?? null, string: string ?? null, pos: pos ?? null },
        })),
      )
    case 'discover':
    case 'diagnose':
      return rejected('unsupported')
    case 'set':
      subject.setReportSeconds(command.args.report_s)
      return done([{ sn: subject.sn, ok: true, after: { report_s: subject.reportSeconds() } }])
  }
}

/**
 * Passes an order on to each device that answers, and says of each what it is then; `claim` is what a device that lies
 * says of itself.
 */
function tell(
  targets: readonly string[],
  subject: CommandSubject,
  order: (sn: string) => Obedience,
  claim: (item: TelemetryItem) => Readonly<Record<string, string | number | boolean>>,
): CommandResult[] {
  const answering = new Set(subject.readings().map(({ sn }) => sn))
  const obeyed = targets.map((sn) => [sn, answering.has(sn) ? order(sn) : null] as const)
  const readings = new Map(subject.readings().map((item) => [item.sn, item]))
  return obeyed.map(([sn, obedience]): CommandResult => {
    const item = readings.get(sn)
    if (obedience === null || !item) return { sn, ok: false, code: 'no_answer' }
    if (obedience === 'unable') return { sn, ok: false, code: 'unsupported' }
    const after = { ...flat(item), ...subject.settings(sn) }
    return { sn, ok: true, after: obedience === 'lied' ? { ...after, ...claim(item) } : after }
  })
}

/** Single values of a reading; lists (phases, trackers) stay with telemetry. */
function flat(item: TelemetryItem): NonNullable<CommandResult['after']> {
  const values = Object.entries(item.m).filter(
    (entry): entry is [string, number | boolean] =>
      typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
  )
  return { ...(item.st ? { st: item.st } : {}), ...Object.fromEntries(values) }
}
