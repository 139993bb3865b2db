import type { Plane } from '../stations/clear-sky.ts'
import { planesDiffer } from '../analyses/planes.ts'
import { medianOf } from './peers.ts'
import type { StringMeans } from './string-source.ts'

/** The strings of one inverter beside each other at the same times of one day. */

export type ComparedString = {
  id: string
  /** Strings that are measured in other ways are no peers. */
  kind: StringMeans
  plane: Plane | null
  /** What its power is divided by. */
  size: number
  /** W by step of the day. */
  steps: ReadonlyMap<number, number>
}

type StringShare = {
  /** Mean power per size over the median of its peers, less 1: -0.18 is 18 % below; null = it cannot be told. */
  share: number | null
  peers: number
  /** Its peers agree, and it is below them. */
  odd: boolean
  /** There are others that are measured alike, and all of them lie in another plane. */
  turned: boolean
}

export type StringComparison = {
  shares: ReadonlyMap<string, StringShare>
  /** First and last step that counted; null = none. */
  span: { first: number; last: number } | null
  steps: number
}

/** A string counts when it was heard in this share of the steps. No source: chosen, as with devices. */
const HEARD = 0.8
/** Fewer others are no jury. No source: chosen. */
const OTHERS = 2
/** Most peers have to lie this close together before one of them is called odd. No source: chosen, as in the rule of string currents. */
const AGREE = 0.15
const AGREEING = 0.75
/** From there on it is told by name. No source: twice what modules of one make differ by. */
const ODD_BELOW = -0.1

const meanOver = (one: ComparedString, used: readonly number[]): number | null => {
  const known = used.flatMap((step) => one.steps.get(step) ?? [])
  return used.length === 0 || known.length < used.length * HEARD
    ? null
    : known.reduce((sum, powerW) => sum + powerW, 0) / known.length / one.size
}

/** `least`: what the median has to give per size for a step to count: night and dawn say nothing. */
export const compareStrings = (
  all: readonly ComparedString[],
  least: Record<StringMeans, number>,
): StringComparison => {
  const means = new Map<string, number | null>()
  const counted = new Set<number>()
  for (const kind of new Set(all.map((one) => one.kind))) {
    const own = all.filter((one) => one.kind === kind)
    const bySteps = new Map<number, number[]>()
    for (const { steps, size } of own)
      for (const [step, powerW] of steps) {
        const there = bySteps.get(step)
        if (there) there.push(powerW / size)
        else bySteps.set(step, [powerW / size])
      }
    const used = [...bySteps].flatMap(([step, values]) =>
      values.length >= own.length * HEARD && (medianOf(values) ?? 0) >= least[kind] ? [step] : [],
    )
    for (const step of used) counted.add(step)
    for (const one of own) means.set(one.id, meanOver(one, used))
  }
  const shares = new Map(
    all.map((one): [string, StringShare] => {
      const mean = means.get(one.id) ?? null
      const alike = all.filter(
        (other) => other !== one && other.kind === one.kind && typeof means.get(other.id) === 'number',
      )
      const inPlane = alike.filter((other) => !planesDiffer(one.plane, other.plane))
      const others = inPlane.flatMap(({ id }) => means.get(id) ?? [])
      const turned = mean !== null && alike.length > 0 && inPlane.length === 0
      const median = medianOf(others)
      if (mean === null || median === null || median <= 0)
        return [one.id, { share: null, peers: others.length, odd: false, turned }]
      const agreeing = others.filter((value) => Math.abs(value - median) <= AGREE * median).length
      const share = mean / median - 1
      const jury = others.length >= OTHERS && agreeing >= AGREEING * others.length
      return [one.id, { share, peers: others.length, odd: jury && share <= ODD_BELOW, turned }]
    }),
  )
  const steps = [...counted].sort((a, b) => a - b)
  const [first, last] = [steps[0], steps.at(-1)]
  return {
    shares,
    span: first === undefined || last === undefined ? null : { first, last },
    steps: steps.length,
  }
}
