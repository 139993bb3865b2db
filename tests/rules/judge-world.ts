import { type RuleSettings, usualSettings } from '#domain/alarms/rules/all-rules.ts'
import { type OpenMemory, remember } from '#domain/analyses/memory.ts'
import { runRules, type RuleStates } from '#domain/alarms/rules/run-rules.ts'
import { isActive, type Fault } from '#simulator/faults.ts'
import { invertersOf, type StationSpec } from '#simulator/station-spec.ts'
import { stationWindows } from './simulated-windows.ts'

/** What the rules say of a simulated station, held against the faults that were planted in it. */

export type Raised = {
  code: string
  deviceId: string
  instance: string
  at: number
  since: number
  clearedAt: number | null
  again: number
}
export type Judged = {
  raised: Raised[]
  /** Planted faults that have to be found, with how long that took. */
  found: { fault: Fault; afterMin: number }[]
  missed: Fault[]
  /** Alarms that no planted fault explains. */
  wrong: Raised[]
}

const one = (code: string, sn: string) => ({ code, sn })

/** Codes that a fault has to raise (one of `must`), and those it may raise besides. `sn` is the device of each. */
const wanted = (
  fault: Fault,
  spec: StationSpec,
): { must: { code: string; sn: string }[]; may: { code: string; sn: string }[] } => {
  switch (fault.name) {
    case 'string-fuse':
      return {
        must: [one('RULE-STRING-CURRENT', fault.inverter)],
        may: [one('RULE-PARTS-SILENT', fault.inverter), one('RULE-BELOW-PEERS', fault.inverter)],
      }
    case 'shaded-optimizer':
      return {
        must: [one('RULE-OPTIMIZER-LOW', fault.optimizer)],
        may: [one('RULE-BELOW-PEERS', fault.optimizer)],
      }
    case 'gateway-link-lost':
      return { must: [one('RULE-GATEWAY-SILENT', fault.gateway)], may: [] }
    case 'gateway-clock-skew':
      return { must: [one('RULE-CLOCK', fault.gateway)], may: [] }
    case 'inverter-trip':
      return {
        must: [
          one(invertersOf(spec).length > 1 ? 'RULE-INVERTER-OFF' : 'RULE-NO-PRODUCTION', fault.inverter),
        ],
        may: ['RULE-INSULATION', 'RULE-NO-PRODUCTION', 'RULE-BELOW-PEERS'].map((code) =>
          one(code, fault.inverter),
        ),
      }
    case 'over-temperature':
      return {
        must: [one('RULE-OVER-TEMPERATURE', fault.inverter)],
        may: [one('RULE-BELOW-PEERS', fault.inverter)],
      }
    case 'counter-reset':
      return { must: [one('RULE-COUNTER', fault.inverter)], may: [] }
    // What costs a share of its yield for days; a shade at the same hours is none of that, and no rule is for it.
    case 'weak-inverter':
    case 'soiling':
    case 'shading':
    case 'derating':
      return {
        must: [one('RULE-BELOW-PEERS', fault.inverter)],
        may: [one('RULE-INVERTER-OFF', fault.inverter)],
      }
    case 'frozen-power':
      return { must: [one('RULE-FROZEN', fault.inverter)], may: [one('RULE-COUNTER', fault.inverter)] }
    case 'snow':
      return {
        must: [one('RULE-SNOW', fault.gateway)],
        may: [fault.gateway, ...invertersOf(spec).map(({ sn }) => sn)].map((sn) =>
          one('RULE-NO-PRODUCTION', sn),
        ),
      }
    case 'optimizer-silent':
      return { must: [one('RULE-DEVICE-SILENT', fault.optimizer)], may: [] }
    case 'device-silent':
      return { must: [one('RULE-DEVICE-SILENT', fault.device)], may: [] }
    // A single dip, a rollover, somebody else's serial or a slow upgrade are no faults of the station.
    default:
      return { must: [], may: [] }
  }
}

const LATE_MS = 60 * 60_000

export const judgeStation = (
  spec: StationSpec,
  span: { fromTs: number; days: number; seed: number; stringsEntered: boolean },
  faults: readonly Fault[],
  settings: RuleSettings = usualSettings,
): Judged => {
  const states: RuleStates = new Map()
  const memory: OpenMemory = new Map()
  const raised: Raised[] = []
  const toTs = span.fromTs + span.days * 86_400_000
  for (const window of stationWindows(spec, { ...span, toTs, faults })) {
    const { events, kept } = runRules(window, settings, states, memory)
    remember(memory, kept)
    for (const { kind, state, at } of events) {
      const { code, deviceId, instance, since } = state
      const open = raised.find(
        (one) =>
          one.code === code &&
          one.deviceId === deviceId &&
          one.instance === instance &&
          one.clearedAt === null,
      )
      if (kind === 'raised') raised.push({ code, deviceId, instance, at, since, clearedAt: null, again: 0 })
      else if (open !== undefined && kind === 'again') open.again += 1
      else if (open !== undefined) open.clearedAt = at
    }
  }
  const judged: Judged = { raised, found: [], missed: [], wrong: [] }
  const explained = new Set<Raised>()
  for (const fault of faults) {
    const { must, may } = wanted(fault, spec)
    const during = raised.filter(
      (one) =>
        isActive(fault, one.at) ||
        (fault.to !== undefined && one.at >= fault.from && one.at < fault.to + LATE_MS),
    )
    const by = (list: readonly { code: string; sn: string }[]) =>
      during.filter((one) => list.some(({ code, sn }) => one.code === code && one.deviceId === sn))
    for (const one of [...by(must), ...by(may)]) explained.add(one)
    if (must.length === 0) continue
    const first = by(must)[0]
    if (first === undefined) judged.missed.push(fault)
    else judged.found.push({ fault, afterMin: Math.round((first.at - fault.from) / 60_000) })
  }
  judged.wrong = raised.filter((one) => !explained.has(one))
  return judged
}
