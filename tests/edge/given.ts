import type { Family, Given } from '#edge/engine/description.ts'
import { families } from '#edge/families.ts'

type Read = { t: string; st: string | null; m: Record<string, unknown> }

const kept = new Map<string, Set<string>>()

/** What the families of a profile say they give: `goodwe-dt` is one of `goodwe`. */
const givenOf = (profile: string): Given[] =>
  families
    .filter((one: Family) => profile === one.profile || profile.startsWith(`${one.profile}-`))
    .flatMap(({ gives }) => gives)

/** What a device said and its families do not: a kind, a metric, a state. */
export const notGiven = ({ profile, readings }: { profile: string; readings: readonly Read[] }): string[] => {
  const given = givenOf(profile)
  const seen = kept.get(profile) ?? new Set<string>()
  kept.set(profile, seen)
  return readings.flatMap(({ t, st, m }) => {
    const own = given.filter((one) => one.t === t)
    if (own.length === 0) return [`${profile}: ${t}`]
    const metrics = Object.keys(m)
    for (const metric of metrics) seen.add(`${t} ${metric}`)
    if (st !== null) seen.add(`${t} ${st}`)
    return [
      ...metrics
        .filter((metric) => !own.some((one) => one.metrics.some((name) => name === metric)))
        .map((metric) => `${profile}: ${t} ${metric}`),
      ...(st === null || own.some(({ states }) => states.some((one) => one === st))
        ? []
        : [`${profile}: ${t} ${st}`]),
    ]
  })
}

/** Metrics that families of these profiles say they give and that no capture of them had. */
export const neverSeen = (...profiles: readonly string[]): string[] =>
  profiles.flatMap((profile) =>
    givenOf(profile).flatMap(({ t, metrics }) =>
      metrics
        .filter((metric) => kept.get(profile)?.has(`${t} ${metric}`) !== true)
        .map((metric) => `${t} ${metric}`),
    ),
  )
