import {
  type CommandRequest,
  commandRequest,
  type CommandResponse,
  type CommandResult,
  maxCommandTargets,
} from '#contract/mqtt/command.ts'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import type { CommandMemory } from './answers.ts'
import { readMessage } from './checked-json.ts'
import {
  type Diagnosis,
  type PowerLimit,
  powerLimit,
  type SearchProgress,
  type Site,
  type Told,
} from './site.ts'
import { allSoon, type Soon, soon } from './soon.ts'

/** What a gateway can be asked about itself and its devices. */
export interface CommandSubject {
  readonly sn: string
  /** The gateway's clock, epoch ms. */
  clock(): number
  inventory(): readonly InventoryDevice[]
  readings(): readonly TelemetryItem[]
  /** Reads these devices now, all of them when none is named. */
  refresh(sns: readonly string[]): Soon<void>
  reportSeconds(): number
  setReportSeconds(seconds: number): void
  /** From now on, and for ever. */
  activate(): void
  /** Sends the inventory anew. */
  rescan(): void
  /** Turns an inverter, an optimizer or a shutdown device. */
  turn(sn: string, on: boolean): Soon<Told>
  limit(sn: string, limit: PowerLimit): Soon<Told>
  restart(sn: string): Soon<Told>
  /** Itself, once it has said so. */
  restartSelf(): void
  /** What a device stands at beyond its readings: `limit_pct`, `up_s`. */
  settings(sn: string): Readonly<Record<string, number>>
  /** Somebody has put `replacement` where `old` hung. */
  exchange(old: string, replacement: string): void
  /** undefined = it cannot. */
  readonly discover: Site['discover']
  readonly diagnose: Site['diagnose']
}

/**
 * Carries out commands on what really hangs there. A repeated id is answered with what was answered before and nothing
 * is done; what is past its `exp` is not done. Bytes that are no command are passed over. Answers come by `say`; each
 * command goes on beside the others.
 */
export function commandDesk(
  subject: CommandSubject,
  memory: CommandMemory,
  say: (answer: CommandResponse) => void,
): (payload: Uint8Array) => Soon<void> {
  const running = new Set<string>()
  return (payload) => {
    const command = readMessage(commandRequest, payload)
    // Who asks again while it is being done is answered when it is.
    if (!command || running.has(command.id)) return
    const known = memory.ended(command.id)
    if (known) {
      say(known)
      return
    }
    running.add(command.id)
    return soon(carryOut(command, subject, say), (last) => {
      running.delete(command.id)
      memory.remember(last)
      say(last)
      // Only when it has said so.
      if (command.op === 'restart' && command.targets.length === 0) subject.restartSelf()
    })
  }
}

type Rejection = Extract<CommandResponse, { stage: 'rejected' }>['code']

/** What a command comes to in the end; what comes before goes to `say`. */
function carryOut(
  command: CommandRequest,
  subject: CommandSubject,
  say: (answer: CommandResponse) => void,
): Soon<CommandResponse> {
  const envelope = () => ({ v: 1, id: command.id, ts: subject.clock() }) as const
  const rejected = (code: Rejection): CommandResponse => ({ ...envelope(), stage: 'rejected', code })
  if (subject.clock() > command.exp) return rejected('expired')
  const devices = subject.inventory()
  const known = new Set([subject.sn, ...devices.map((device) => device.sn)])
  // The new one of an exchange is not known yet.
  const meant = command.op === 'replace' ? [command.args.old, command.args.new] : command.targets
  if (command.op === 'replace' ? !meant.some((sn) => known.has(sn)) : meant.some((sn) => !known.has(sn)))
    return rejected('unknown_target')
  const accept = (): void => say({ ...envelope(), stage: 'accepted' })
  const finished = (results: readonly CommandResult[], more: Diagnosis = {}): CommandResponse => ({
    ...envelope(),
    stage: 'done',
    results: results.slice(0, maxCommandTargets),
    ...(more.found ? { found: [...more.found] } : {}),
    ...(more.lines ? { lines: [...more.lines] } : {}),
  })
  const own = (ok: boolean, code?: string): CommandResult => ({
    sn: subject.sn,
    ok,
    ...(code === undefined ? {} : { code }),
  })
  switch (command.op) {
    case 'read': {
      accept()
      const targets = command.targets.length > 0 ? command.targets : [subject.sn]
      return soon(command.targets.length > 0 ? subject.refresh(targets) : undefined, () => {
        const readings = new Map(subject.readings().map((item) => [item.sn, item]))
        return finished(
          targets.map((sn): CommandResult => {
            if (sn === subject.sn)
              return { sn, ok: true, after: { report_s: subject.reportSeconds(), ...subject.settings(sn) } }
            const item = readings.get(sn)
            return item
              ? { sn, ok: true, after: { ...flat(item), ...subject.settings(sn) } }
              : { sn, ok: false, code: 'no_answer' }
          }),
        )
      })
    }
    case 'activate': {
      accept()
      // What does not answer cannot be activated: at night that is everything without a supply of its own.
      const answering = new Set(subject.readings().map(({ sn }) => sn))
      subject.activate()
      const after = { activated: true }
      return finished([
        { sn: subject.sn, ok: true, after },
        ...devices.map(({ sn }): CommandResult =>
          answering.has(sn) ? { sn, ok: true, after } : { sn, ok: false, code: 'no_answer' },
        ),
      ])
    }
    case 'switch': {
      const { on } = command.args
      if (command.targets.length === 0) return rejected('unknown_target')
      accept()
      return soon(
        tell(
          command.targets,
          subject,
          (sn) => subject.turn(sn, on),
          (item) =>
            typeof item.m.closed === 'boolean' ? { closed: on } : { st: on ? 'normal' : 'shutdown' },
        ),
        finished,
      )
    }
    case 'limit': {
      if (command.targets.length === 0) return rejected('unknown_target')
      accept()
      const limit = powerLimit(command.id, command.args)
      return soon(
        tell(
          command.targets,
          subject,
          (sn) => subject.limit(sn, limit),
          () => ('pct' in limit ? { limit_pct: limit.pct } : { limit_w: limit.w }),
        ),
        finished,
      )
    }
    case 'restart':
      accept()
      if (command.targets.length === 0) return finished([own(true)])
      return soon(
        tell(
          command.targets,
          subject,
          (sn) => subject.restart(sn),
          () => ({ up_s: 0 }),
        ),
        finished,
      )
    case 'replace': {
      accept()
      const { old, new: replacement } = command.args
      // The same exchange told twice is one.
      if (known.has(old)) subject.exchange(old, replacement)
      return finished([{ sn: replacement, ok: true, after: { replaces: old } }])
    }
    case 'scan': {
      accept()
      return soon(subject.refresh([]), () => {
        subject.rescan()
        return finished(
          subject.inventory().map(({ sn, t, parent, string, pos }) => ({
            sn,
            ok: true,
            after: { t, parent: parent ?? null, string: string ?? null, pos: pos ?? null },
          })),
        )
      })
    }
    case 'discover': {
      if (!subject.discover) return rejected('unsupported')
      accept()
      const tell = (progress: SearchProgress): void =>
        say({ ...envelope(), stage: 'progress', ...progress, found: [...progress.found] })
      return subject.discover(command.args.ranges ?? null, tell).then(
        (found) => finished([own(true)], { found }),
        (error: unknown) => finished([own(false, 'not_done')], { lines: [sentence(error)] }),
      )
    }
    case 'diagnose':
      if (!subject.diagnose) return rejected('unsupported')
      accept()
      return subject.diagnose(command.args).then(
        (said) => finished([own(true)], said),
        (error: unknown) => finished([own(false, reasonOf(error))], { lines: [sentence(error)] }),
      )
    case 'set':
      accept()
      subject.setReportSeconds(command.args.report_s)
      return finished([{ sn: subject.sn, ok: true, after: { report_s: subject.reportSeconds() } }])
  }
}

/** Of a trouble that has one, such as `refused` or `login`, for whoever has words for it. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'not_done'
  const said = 'reason' in error ? error.reason : 'code' in error ? error.code : null
  return typeof said === 'string' && /^[a-z_]{1,40}$/.test(said) ? said : 'not_done'
}

const LONGEST_LINE = 300
const sentence = (error: unknown): string =>
  (error instanceof Error && error.message !== '' ? error.message : String(error)).slice(0, LONGEST_LINE)

/**
 * Passes an order on to each device that answers, and says of each what it is then; `claim` is what a device that lies
 * says of itself.
 */
function tell(
  targets: readonly string[],
  subject: CommandSubject,
  order: (sn: string) => Soon<Told>,
  claim: (item: TelemetryItem) => Readonly<Record<string, string | number | boolean>>,
): Soon<CommandResult[]> {
  const answering = () => new Set(subject.readings().map(({ sn }) => sn))
  const before = answering()
  const silent = targets.filter((sn) => !before.has(sn))
  // One that has not been read yet since the start may answer all the same.
  return soon(silent.length > 0 ? subject.refresh(silent) : undefined, () => {
    const now = answering()
    const orders = targets.map((sn): Soon<Told | null> => (now.has(sn) ? order(sn) : null))
    return soon(allSoon(orders), (told) => {
      const readings = new Map(subject.readings().map((item) => [item.sn, item]))
      return targets.map((sn, index): CommandResult => {
        const what = told[index] ?? null
        if (typeof what === 'object' && what !== null) return { sn, ...what }
        const item = readings.get(sn)
        if (what === null || !item) return { sn, ok: false, code: 'no_answer' }
        if (what === 'unable') return { sn, ok: false, code: 'unsupported' }
        const after = { ...flat(item), ...subject.settings(sn) }
        return { sn, ok: true, after: what === 'lied' ? { ...after, ...claim(item) } : after }
      })
    })
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
