import type { Family, Given, GivenMetric } from '../description.ts'
import { meaningOf } from './meanings.ts'
import type { Profile, ProfilePart } from './profile-schema.ts'

const metricOf = (to: string): GivenMetric | null => {
  const meaning = meaningOf(to)
  switch (meaning?.of) {
    case 'number':
    case 'phase':
      return meaning.metric
    case 'mppt':
    case 'str':
      return meaning.of
    default:
      return null
  }
}
const once = <One>(all: readonly One[]): One[] => [...new Set(all)]

const controlsOf = ({ controls }: ProfilePart): Given['controls'] => {
  const { switch: onOff, restart, limitPct, limitW } = controls ?? {}
  const given: Given['controls'] = []
  // None of these makers' own registers ends a limit by itself.
  if (limitPct !== undefined) given.push({ op: 'limit', unit: '%', ends: 'edge' })
  if (limitW !== undefined) given.push({ op: 'limit', unit: 'W', ends: 'edge' })
  if (onOff !== undefined) given.push({ op: 'switch', unit: null, ends: null })
  if (restart !== undefined) given.push({ op: 'restart', unit: null, ends: null })
  return given
}

const givenOf = (maker: string, part: ProfilePart): Given => ({
  t: part.t,
  metrics: once(
    [...part.points, ...(part.derived ?? [])].map(({ to }) => metricOf(to)).filter((one) => one !== null),
  ),
  states: once((part.states ?? []).flatMap(({ are }) => Object.values(are))),
  alarms: once((part.alarms ?? []).map(({ prefix = '' }) => `${maker}.${prefix}`)),
  controls: controlsOf(part),
})

/** What a profile says of its family. */
export const familyOfProfile = (profile: Profile): Family => {
  const { name, brand, maker, models, proof, captures, doubts, sources, reach, switchOn, manners } = profile
  const { settleMs, gapMs, oneClient, night, longest, units } = manners
  return {
    name: name.startsWith(`${maker}-`) ? name.slice(maker.length + 1) : 'own registers',
    brand,
    profile: name,
    models,
    proof,
    ...(captures === undefined ? {} : { captures }),
    doubts,
    sources,
    reach,
    switchOn,
    gives: profile.parts.map((part) => givenOf(maker, part)),
    manners: { settleMs, gapMs, oneClient, night, longest, units },
    leftOut: [],
  }
}
