import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { makerCodes } from '#domain/alarms/maker-codes.ts'
import type { Family, Given } from '#edge/engine/description.ts'
import { families } from '#edge/families.ts'
import { schemes } from '#edge/open-device.ts'
import { allProfiles } from '#edge/profiles/all-profiles.ts'
import { profiles } from '#web/app/phrases/en/profiles.ts'

export const devicesPageFile = join(import.meta.dirname, '../docs/devices.md')

type Reach = Family['reach'][number]

/** An example of the address, with what differs from the usual. */
const urlOf = ({ scheme, port, unit, setting }: Reach): string => {
  const example = schemes.find(({ name }) => name === scheme)?.example
  if (example === undefined) throw new Error(`there is no scheme ${scheme}`)
  const withPort =
    port === undefined
      ? example
      : example.replace(/^(\w[\w-]*:\/\/[\d.]+)(:\d+)?/, (_, host: string) => `${host}:${port}`)
  const withUnit = unit === undefined ? withPort : withPort.replace(/unit=\d+/, `unit=${unit}`)
  return setting === undefined ? withUnit : `${withUnit}${withUnit.includes('?') ? '&' : '?'}${setting}`
}

/** Codes of a maker that have words in both languages. */
export const explainedCodes = (prefix: string): string[] =>
  Object.keys(makerCodes).filter((code) => code.startsWith(prefix) && /^\d+$/.test(code.slice(prefix.length)))

const kindNames: Record<Given['t'], string> = {
  inverter: 'inverter',
  optimizer: 'optimizer',
  shutdown: 'shutdown device',
  meter: 'meter',
  battery: 'battery',
  weather: 'weather station',
  combiner: 'combiner',
}

const groups: readonly (readonly [string, readonly string[]])[] = [
  ['power', ['p', 'p_pv', 'p_dc', 'q', 's', 'pf']],
  ['counters', ['e_tot', 'e_pv', 'e_day', 'e_in', 'e_out', 'e_chg', 'e_dis']],
  ['lines', ['u', 'i', 'f']],
  ['MPPT', ['mppt']],
  ['strings', ['str']],
]
/** Its metrics in the order of people: power, counters, lines, inputs, strings, the rest. */
const metricsOf = ({ metrics }: Given): string => {
  const named = groups.flatMap(([group, names]) => {
    const found = names.filter((name) => metrics.some((one) => one === name))
    if (found.length === 0) return []
    return [`${group} (${found.map((name) => `\`${name}\``).join(', ')})`]
  })
  const known = groups.flatMap(([, names]) => names)
  const rest = metrics.filter((name) => !known.includes(name))
  return [...named, ...(rest.length > 0 ? [rest.map((name) => `\`${name}\``).join(', ')] : [])].join(', ')
}

const alarmsText = (prefix: string): string => {
  const codes = explainedCodes(prefix)
  const [first] = codes
  if (first === undefined) return `\`${prefix}…\`, the maker’s numbers as they come, without words here`
  return `\`${prefix}…\`, ${codes.length} of them with words (\`${first}\`: ${nameOfCode(first).en})`
}

const endNames = {
  device: 'the device’s own timer ends it where it has one, else the edge',
  edge: 'the edge ends it',
} as const
const controlText = ({ op, unit, ends }: Given['controls'][number]): string =>
  op === 'limit'
    ? `limit in ${unit}${ends === null ? '' : ` (${endNames[ends]})`}`
    : op === 'switch'
      ? 'on and off'
      : op

const proofText = ({ proof, captures }: Family): string => {
  if (proof === 'captures') return `captures: ${(captures ?? []).map((one) => `\`${one}\``).join(', ')}`
  return proof === 'lists'
    ? 'lists of registers, encoded by another program: **unproven on a device**'
    : 'its description, played by another program: **unproven on a device**'
}
const nights = {
  silent: 'silent without light',
  answers: 'answers at night',
  unknown: 'not known at night',
} as const

const mannersText = ({ manners }: Family): string =>
  [
    manners.oneClient ? 'one client at a time' : 'several clients',
    ...(manners.settleMs > 0 ? [`asked ${manners.settleMs} ms after connecting`] : []),
    ...(manners.gapMs > 0 ? [`${manners.gapMs} ms between requests`] : ['one request at a time']),
    ...(manners.longest === undefined ? [] : [`${manners.longest} registers at most`]),
    ...(manners.units === undefined ? [] : [`units ${manners.units.join(', ')}`]),
    nights[manners.night],
  ].join('; ')

const names: Readonly<Record<string, { name: string }>> = profiles.profiles
/** A family with a profile of its own is called as in the app. */
const titleOf = ({ brand, name, profile }: Family): string =>
  (allProfiles.some((one) => one.name === profile) ? names[profile]?.name : undefined) ?? `${brand}: ${name}`
/** As pages of repositories make them of headings. */
const anchorOf = (family: Family): string =>
  titleOf(family)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const has = (family: Family, what: (given: Given) => boolean): boolean => family.gives.some(what)
export const givesStates = (family: Family): boolean => has(family, ({ states }) => states.length > 0)
export const givesAlarms = (family: Family): boolean => has(family, ({ alarms }) => alarms.length > 0)
export const givesStrings = (family: Family): boolean => has(family, ({ metrics }) => metrics.includes('str'))

const yes = (given: boolean): string => (given ? 'yes' : '')
const rowOf = (family: Family): string => {
  const limits = family.gives.flatMap(({ controls }) => controls.filter(({ op }) => op === 'limit'))
  const cells = [
    `[${titleOf(family)}](#${anchorOf(family)})`,
    family.gives.map(({ t }) => kindNames[t]).join(', '),
    yes(has(family, ({ metrics }) => metrics.includes('mppt'))),
    yes(givesStrings(family)),
    yes(givesStates(family)),
    yes(givesAlarms(family)),
    [...new Set(limits.map(({ unit, ends }) => `${unit}, ${ends}`))].join('; '),
    family.proof === 'captures' ? 'captures' : family.proof,
  ]
  return `| ${cells.join(' | ')} |`
}

const sectionOf = (family: Family): string[] => [
  `## ${titleOf(family)}`,
  '',
  `${family.models}. \`--profile ${family.profile}\``,
  '',
  ...family.gives.flatMap((given) => [
    `- **Gives, ${kindNames[given.t]}**: ${metricsOf(given)}`,
    ...(given.states.length > 0 ? [`- **States**: ${given.states.join(', ')}`] : []),
    ...(given.alarms.length > 0 ? [`- **Alarms**: ${given.alarms.map(alarmsText).join('; ')}`] : []),
    ...(given.controls.length > 0 ? [`- **Takes**: ${given.controls.map(controlText).join(', ')}`] : []),
  ]),
  `- **Reached by**: ${family.reach.map((one) => `\`${urlOf(one)}\``).join(', ')}`,
  `- **Switch on**: ${family.switchOn.en}<br>${family.switchOn.zh_CN}`,
  `- **Manners**: ${mannersText(family)}`,
  `- **Proven by**: ${proofText(family)}`,
  ...family.doubts.map((doubt) => `- **In doubt**: ${doubt}`),
  ...family.leftOut.map(({ what, why }) => `- **Left out**: ${what}. ${why}`),
  `- **Sources**: ${family.sources.join('; ')}`,
  '',
]

/** Whoever else speaks SunSpec is no brand that could be counted. */
const OTHERS = 'Other makers'
const brandsWith = (what: (family: Family) => boolean): number =>
  new Set(families.filter((family) => family.brand !== OTHERS && what(family)).map(({ brand }) => brand)).size

/** Every family of devices: what it gives, how it is reached, what proves it. */
export const devicesPageText = (): string =>
  [
    '# Devices',
    '',
    '<!-- Made from edge/families.ts and the profiles by `npm run generate`. -->',
    '',
    'What is read of which device, how to reach it, what to switch on in it, and how far that is proven. Names of metrics',
    'are those of the [wire](generated/asyncapi.json); how the edge runs stands in [edge.md](edge.md). `192.168.1.20` stands',
    'for the address of the device. A limit always has an end: the device’s own timer ends it, or the edge.',
    '',
    `${families.length} families of ${brandsWith(() => true)} brands; states of ${brandsWith(givesStates)} brands, alarm codes of ${brandsWith(givesAlarms)}, currents of single strings of ${brandsWith(givesStrings)}.`,
    '',
    '*Captures*: what devices answered, from people who run them, is read and compared value by value. *Lists*: registers',
    'that others have published are encoded by another program and read back; nobody has seen it on a device. *Played*:',
    'the same of a protocol’s description. `npm run prove -- edge` does it all and prints a table.',
    '',
    '| family | what stands behind it | MPPT | strings | states | alarms | limit, who ends it | proven by |',
    '|---|---|---|---|---|---|---|---|',
    ...families.map(rowOf),
    '',
    ...families.flatMap(sectionOf),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')

export const generateDevicesPage = (): void => writeFileSync(devicesPageFile, devicesPageText())

if (import.meta.main) generateDevicesPage()
