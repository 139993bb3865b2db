import type * as z from 'zod/mini'
import { alarmCodes } from './profile-alarms.ts'
import { sizeOf } from './decode-point.ts'
import { factorFor, meaningOf } from './meanings.ts'
import {
  profileSchema,
  type Profile,
  type ProfileCondition,
  type ProfileControl,
  type ProfilePart,
  type ProfilePoint,
} from './profile-schema.ts'

/** What the wire takes beside a reading. */
const MOST_RAW = 32

const tableOf = (one: { table?: 'holding' | 'input' | undefined }, { table }: Profile) => one.table ?? table

const pointMistakes = (point: ProfilePoint, profile: Profile): string[] => {
  const { at, to, is, words, unit, scaledBy, scale, mask } = point
  const who = `${to} at ${at}`
  const mistakes: string[] = []
  const meaning = meaningOf(to)
  if (meaning === null) mistakes.push(`${who}: there is no metric, name or place "${to}"`)
  else if (factorFor(meaning, unit ?? '') === null)
    mistakes.push(`${who}: ${unit ?? 'no unit'} cannot become what ${to} is measured in`)
  if ((is === 'text') !== (words !== undefined))
    mistakes.push(`${who}: a text, and nothing else, says how many words it has`)
  if (meaning?.of === 'about' && meaning.what === 'model' && is !== 'text' && point.names === undefined)
    mistakes.push(`${who}: it has to be a text`)
  if (is === 'text' && meaning?.of !== 'about' && meaning?.of !== 'raw')
    mistakes.push(`${who}: a text is no measurement`)
  if (scaledBy !== undefined && scale !== undefined)
    mistakes.push(`${who}: its scale is fixed or in a register, not both`)
  if (scale === 0) mistakes.push(`${who}: its scale is 0`)
  if (mask !== undefined && !is.startsWith('bits')) mistakes.push(`${who}: only bits have a mask`)
  const inside = profile.blocks.filter(
    (block) =>
      tableOf(block, profile) === tableOf(point, profile) &&
      at >= block.at &&
      at + sizeOf(point) <= block.at + block.count,
  )
  if (inside.length !== 1)
    mistakes.push(`${who}: it stands in ${inside.length === 0 ? 'no block' : 'several blocks'}`)
  const [block] = inside
  if (
    block !== undefined &&
    scaledBy !== undefined &&
    (scaledBy < block.at || scaledBy >= block.at + block.count)
  )
    mistakes.push(
      `${who}: a register that belongs to it stands in another block, and would be of another time`,
    )
  if (block?.everyS !== undefined && meaning?.of !== 'about' && meaning?.of !== 'raw')
    mistakes.push(`${who}: its block is read now and then, so that its value would be of another time`)
  return mistakes
}

const conditionMistakes = (
  who: string,
  condition: ProfileCondition | undefined,
  said: ReadonlySet<string>,
): string[] => {
  if (condition === undefined) return []
  const { of, in: inside, notIn, atLeast } = condition
  return [
    ...(said.has(of) ? [] : [`${who}: its condition asks ${of}, which no point of its part says`]),
    ...([inside, notIn, atLeast].filter((one) => one !== undefined).length === 1
      ? []
      : [`${who}: its condition says one thing that has to be so`]),
  ]
}

const controlMistakes = (who: string, control: ProfileControl | undefined): string[] => [
  ...(control?.writes ?? [])
    .filter(({ is, by }) => by === 'one' && is !== 'u16' && is !== 'i16')
    .map(({ at }) => `${who} at ${at}: one write holds one register`),
  ...(control?.readBack ?? [])
    .filter((index) => control?.writes[index] === undefined)
    .map((index) => `${who}: there is no write ${index} to read back`),
]

const partMistakes = (part: ProfilePart, profile: Profile): string[] => {
  const said = new Set([...part.points, ...(part.derived ?? [])].map(({ to }) => to))
  const mistakes = part.points.flatMap((point) => [
    ...pointMistakes(point, profile),
    ...conditionMistakes(`${point.to} at ${point.at}`, point.when, said),
  ])
  for (const [index, point] of part.points.entries()) {
    const twin = part.points.slice(0, index).find(({ to }) => to === point.to)
    if (
      twin !== undefined &&
      point.fallback !== true &&
      (point.when === undefined || twin.when === undefined)
    )
      mistakes.push(`${point.to} is said at ${twin.at} and at ${point.at}`)
  }
  for (const { to, sum = [], minus = [], product = [] } of part.derived ?? []) {
    if (meaningOf(to) === null) mistakes.push(`${to}: there is no metric, name or place "${to}"`)
    for (const of of [...sum, ...minus, ...product])
      if (!said.has(of)) mistakes.push(`${to}: it is made of ${of}, which no point of its part says`)
  }
  for (const { of, are } of part.states ?? []) {
    if (!said.has(of)) mistakes.push(`states: no point of the part says ${of}`)
    if (Object.keys(are).length === 0) mistakes.push(`states: ${of} has none`)
  }
  for (const alarms of part.alarms ?? []) {
    if (!said.has(alarms.of)) mistakes.push(`alarms: no point of the part says ${alarms.of}`)
    if (!alarms.of.startsWith('raw.')) mistakes.push(`alarms: ${alarms.of} has to be kept as it came (raw)`)
    if (alarms.by === 'code') mistakes.push(...conditionMistakes(`alarms of ${alarms.of}`, alarms.when, said))
    for (const code of alarmCodes(profile.maker, alarms))
      if (!/^[A-Za-z0-9._-]{1,16}$/.test(code)) mistakes.push(`alarms: "${code}" is no code of the wire`)
  }
  for (const of of part.thereWith ?? [])
    if (!said.has(of)) mistakes.push(`it is there with ${of}, which no point of it says`)
  if ([...said].filter((to) => to.startsWith('raw.')).length > MOST_RAW)
    mistakes.push(`it has more than ${MOST_RAW} values without a metric`)
  const { switch: onOff, restart, limitPct, limitW } = part.controls ?? {}
  mistakes.push(
    ...controlMistakes('switch', onOff?.on),
    ...controlMistakes('switch', onOff?.off),
    ...controlMistakes('restart', restart),
    ...[limitPct, limitW].flatMap((limit) => [
      ...controlMistakes('limit', limit?.set),
      ...controlMistakes('limit', limit?.lift),
      ...(limit === undefined || limit.set.writes.some(({ value }) => value === 'asked')
        ? []
        : ['limit: no write of it says what was asked for']),
    ]),
  )
  return mistakes.map((mistake) => `${part.t}: ${mistake}`)
}

const blockMistakes = (profile: Profile): string[] =>
  profile.blocks.flatMap((block, index) => {
    const overlaps = profile.blocks
      .slice(0, index)
      .find(
        (other) =>
          tableOf(other, profile) === tableOf(block, profile) &&
          block.at < other.at + other.count &&
          other.at < block.at + block.count,
      )
    return [
      ...(overlaps === undefined ? [] : [`the blocks at ${overlaps.at} and ${block.at} overlap`]),
      ...(profile.parts.some((part) =>
        part.points.some(
          (point) =>
            tableOf(point, profile) === tableOf(block, profile) &&
            point.at >= block.at &&
            point.at < block.at + block.count,
        ),
      )
        ? []
        : [`the block at ${block.at} is read for nothing`]),
    ]
  })

/** The small library has no sentences of its own. */
const sentenceOf = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `there is no ${issue.keys.join(', ')}`
    case 'invalid_type':
      return `it has to be of type ${issue.expected}`
    case 'invalid_value':
      return `it has to be one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return `it is ${String(issue.maximum)} at most`
    case 'too_small':
      return `it is ${String(issue.minimum)} at least`
    default:
      return 'it cannot be so'
  }
}

/** What is wrong with a profile, a sentence each; none = nothing. */
export const profileMistakes = (given: unknown): string[] => {
  const parsed = profileSchema.safeParse(given)
  if (!parsed.success)
    return parsed.error.issues.map(
      (issue) => `${issue.path.map(String).join('.') || 'profile'}: ${sentenceOf(issue)}`,
    )
  const profile = parsed.data
  return [
    ...((profile.proof === 'captures') === (profile.captures !== undefined)
      ? []
      : ['proof: captures, and nothing else, are named']),
    ...blockMistakes(profile),
    ...profile.parts.flatMap((part) => partMistakes(part, profile)),
    ...profile.recognise
      .flat()
      .flatMap((sign) =>
        sign.matches === undefined && sign.in === undefined && sign.between === undefined
          ? [`recognise: nothing is asked of the register at ${sign.at}`]
          : (sign.is === 'text') === (sign.matches !== undefined)
            ? []
            : [
                `recognise: the register at ${sign.at} has to be a text to match, or a number to be one of some`,
              ],
      ),
  ].map((mistake) => `${profile.name}: ${mistake}`)
}
