import {
  metrics,
  numberMetrics,
  phasesMetrics,
  switchMetrics,
  type NumberMetric,
  type PhasesMetric,
} from '#domain/telemetry/metrics.ts'
import { binaryRows } from './binary-copy.ts'
import { listBytes, stringKeys, trackerKeys } from './list-bytes.ts'
import type { KeptReading } from './reading-stage.ts'

const of = (column: 'real' | 'double' | 'smallint'): readonly NumberMetric[] =>
  numberMetrics.filter((name) => metrics[name].column === column)
const [reals, doubles, smallints] = [of('real'), of('double'), of('smallint')]

const saidNames = [
  ...reals,
  ...doubles,
  ...smallints,
  ...phasesMetrics,
  ...switchMetrics,
  'mppt',
  'str',
  'al',
] as const
type SaidName = (typeof saidNames)[number]

/** Columns of what was measured, as `reading`, its stage and `latest` have them. */
export const measured = ['state', 'flags', ...saidNames, 'raw']
/** What every reading has. */
const headNames = ['device_no', 'ts', 'received_at', 'hist', 'state', 'flags']
const phaseNames = (name: PhasesMetric): string[] => [1, 2, 3].map((phase) => `${name}${phase}`)
/** Of the form in fewer bytes (docs/decisions/131-small-rows.md). */
export const smallNames = [...phasesMetrics.flatMap(phaseNames), 'trackers', 'strings']

/** `wide`: lists as they were said; `small`: in fewer bytes where these can say them; `both`: whatever there is of either. */
export type RowForm = 'wide' | 'small' | 'both'

const PHASES = 3
const noPhases: readonly null[] = [null, null, null]

/** Values of three phases in columns; null = they have to stay a list. */
const phaseColumns = (list: readonly (number | null)[] | null): readonly (number | null)[] | null =>
  list === null ||
  list.length === 0 ||
  list.length > PHASES ||
  !Number.isFinite(Math.fround(list.at(-1) ?? NaN))
    ? null
    : list

/** The metrics that one of these readings says: most fleets say few, and what is null in all of them is not written. */
const saidIn = (readings: readonly KeptReading[]): ((name: SaidName) => boolean) => {
  const said = new Set<string>()
  for (const { m } of readings)
    for (const name in m) if (!said.has(name) && (m[name as SaidName] ?? null) !== null) said.add(name)
  return (name) => said.has(name)
}

type Encoded = {
  /** Names of the columns, as `COPY` takes them. */
  columns: string
  rows: Buffer
}

/** Rows in the columns in which one of the readings has a value, in the order in which they are written. */
export const encodeReadings = (readings: readonly KeptReading[], form: RowForm): Encoded => {
  const isSaid = saidIn(readings)
  const [ownReals, ownDoubles] = [reals.filter(isSaid), doubles.filter(isSaid)]
  const ownSmallints = smallints.filter(isSaid)
  const [ownPhases, ownSwitches] = [phasesMetrics.filter(isSaid), switchMetrics.filter(isSaid)]
  const [hasTrackers, hasStrings, hasWords] = [isSaid('mppt'), isSaid('str'), isSaid('al')]
  const hasRaw = readings.some(({ raw }) => raw !== null)
  const isWide = form === 'wide'
  const both = form === 'both'
  const names = [
    ...headNames,
    ...ownReals,
    ...ownDoubles,
    ...ownSmallints,
    ...ownPhases,
    ...ownSwitches,
    ...(hasTrackers ? ['mppt'] : []),
    ...(hasStrings ? ['str'] : []),
    ...(hasWords ? ['al'] : []),
    ...(hasRaw ? ['raw'] : []),
    ...(isWide ? [] : ownPhases.flatMap(phaseNames)),
    ...(isWide || !hasTrackers ? [] : ['trackers']),
    ...(isWide || !hasStrings ? [] : ['strings']),
  ]
  const rows = binaryRows(readings.length * (40 + names.length * 10))
  for (const reading of readings) {
    const { m } = reading
    const trackers = isWide || !hasTrackers ? null : listBytes(m.mppt ?? null, trackerKeys)
    const strings = isWide || !hasStrings ? null : listBytes(m.str ?? null, stringKeys)
    rows.row(names.length)
    rows.int4(reading.deviceNo)
    rows.timestamptz(reading.ts)
    rows.timestamptz(reading.receivedAt)
    rows.bool(reading.hist)
    rows.int2(reading.state)
    rows.int4(reading.flags)
    rows.float4s(m, ownReals)
    rows.float8s(m, ownDoubles)
    for (const name of ownSmallints) rows.int2(m[name] ?? null)
    for (const name of ownPhases) {
      const list = m[name] ?? null
      rows.float4Array(isWide || both || phaseColumns(list) === null ? list : null)
    }
    for (const name of ownSwitches) rows.bool(m[name] ?? null)
    if (hasTrackers) rows.jsonb(both || trackers === null ? m.mppt : null)
    if (hasStrings) rows.jsonb(both || strings === null ? m.str : null)
    if (hasWords) rows.jsonb(m.al)
    if (hasRaw) rows.jsonb(reading.raw)
    if (isWide) continue
    for (const name of ownPhases) {
      const list = phaseColumns(m[name] ?? null) ?? noPhases
      for (let index = 0; index < PHASES; index += 1) rows.float4(list[index] ?? null)
    }
    if (hasTrackers) rows.bytea(trackers)
    if (hasStrings) rows.bytea(strings)
  }
  return { columns: names.join(', '), rows: rows.end() }
}
