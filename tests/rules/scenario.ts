import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { explainIssues } from '#gateway/checked-json.ts'
import { type Fault, faultList } from '#simulator/faults.ts'
import { invertersOf, type StationSpec } from '#simulator/station-spec.ts'
import { worldStation } from '#simulator/world.ts'
import { type Judged, judgeStation } from './judge-world.ts'

/** Stations, a stretch of days, a sky and the faults planted in it. Files for tuning lie apart from those for proof. */
const scenario = z.strictObject({
  fromDay: z.iso.date(),
  days: z.int().check(z.positive()),
  seed: z.int(),
  stations: z.array(z.strictObject({ key: z.string(), stringsEntered: z.boolean() })),
  faults: faultList,
})
export type Scenario = z.output<typeof scenario>

const folder = fileURLToPath(new URL('../../simulator/faults/', import.meta.url))

/** `name`: `tuning/winter`, `proof/early-summer` … */
export const readScenario = (name: string): Scenario => {
  const parsed = z.safeParse(scenario, JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`${name}: ${explainIssues(parsed.error.issues)}`)
}

const serialsOf = (spec: StationSpec): Set<string> =>
  new Set([
    ...spec.gateways.map(({ sn }) => sn),
    ...invertersOf(spec).flatMap(({ sn, strings }) => [
      sn,
      ...strings.flatMap(({ optimizers, shutdowns }) =>
        [...(optimizers ?? []), ...(shutdowns ?? [])].map((part) => part.sn),
      ),
    ]),
  ])
const targetOf = (fault: Fault): string =>
  'gateway' in fault
    ? fault.gateway
    : 'device' in fault
      ? fault.device
      : 'optimizer' in fault
        ? fault.optimizer
        : fault.inverter

/** Every station of a scenario, one after another; throws for a fault whose device stands nowhere. */
export function* judgeScenario(given: Scenario): Generator<Judged & { key: string }> {
  const specs = given.stations.map(({ key }) => worldStation(key))
  const lost = given.faults.filter((fault) => !specs.some((spec) => serialsOf(spec).has(targetOf(fault))))
  if (lost.length > 0) throw new Error(`faults on what is not there: ${lost.map(targetOf).join(', ')}`)
  const fromTs = Date.parse(`${given.fromDay}T00:00:00Z`)
  for (const [index, { key, stringsEntered }] of given.stations.entries()) {
    const spec = worldStation(key)
    const faults = given.faults.filter((fault) => serialsOf(spec).has(targetOf(fault)))
    const span = { fromTs, days: given.days, seed: given.seed + index, stringsEntered }
    yield { key, ...judgeStation(spec, span, faults) }
  }
}

const nameOf = (fault: Fault): string =>
  `${fault.name} ${targetOf(fault)}${'string' in fault ? ` string ${fault.string}` : ''}`
const stamp = (ts: number): string => new Date(ts).toISOString().slice(0, 16)

/** Kinds that no rule is for yet; and what decision 070 says is not found: a string dead before anything was learned. */
const withoutRule = (fault: Fault, given: Scenario): boolean =>
  fault.name === 'shading' ||
  fault.name === 'snow' ||
  (fault.name === 'string-fuse' && fault.from <= Date.parse(`${given.fromDay}T00:00:00Z`))

/** The kind as it is told: a slow clock is another matter than a fast one. */
const kindOf = (fault: Fault, given: Scenario): string =>
  fault.name === 'gateway-clock-skew' && fault.skewMs < 0
    ? 'gateway-clock-slow'
    : fault.name === 'string-fuse' && withoutRule(fault, given)
      ? 'string-fuse, from before anything was learned'
      : fault.name

export type Counted = {
  days: number
  stations: number
  found: number
  missed: number
  wrong: number
  /** Minutes until it was found; null = never. */
  faults: { kind: string; afterMin: number | null; hasRule: boolean }[]
}

/** Lines that say of each station what was found, missed and wrong, and of all how many. */
export const reportScenario = (given: Scenario, say: (line: string) => void): Counted => {
  const sum: Counted = {
    days: given.days,
    stations: given.stations.length,
    found: 0,
    missed: 0,
    wrong: 0,
    faults: [],
  }
  const note = (fault: Fault, afterMin: number | null): void => {
    sum.faults.push({ kind: kindOf(fault, given), afterMin, hasRule: !withoutRule(fault, given) })
  }
  for (const { key, found, missed, wrong, raised } of judgeScenario(given)) {
    say(
      `${key}: ${raised.length} alarms, ${found.length} found, ${missed.length} missed, ${wrong.length} false`,
    )
    for (const one of found) say(`  found after ${one.afterMin} min: ${nameOf(one.fault)}`)
    for (const one of missed) say(`  MISSED: ${nameOf(one)} from ${stamp(one.from)}`)
    for (const one of wrong)
      say(
        `  FALSE: ${one.code} ${one.deviceId} ${one.instance} at ${stamp(one.at)}, since ${stamp(one.since)}, ${one.clearedAt === null ? 'open' : `cleared ${stamp(one.clearedAt)}`}`,
      )
    for (const { fault, afterMin } of found) note(fault, afterMin)
    for (const fault of missed) note(fault, null)
    sum.found += found.length
    sum.missed += missed.length
    sum.wrong += wrong.length
  }
  say(
    `planted faults found ${sum.found}, missed ${sum.missed}; false alarms ${sum.wrong} in ${given.stations.length} stations x ${given.days} days`,
  )
  return sum
}
