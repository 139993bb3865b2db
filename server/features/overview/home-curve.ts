import type { Context } from '../../context.ts'
import { seesAll } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import { type BothWaysRow, metersAndBatteries } from '../stations/find-balance.ts'
import type { StationFigures } from '../stations/station-figures.ts'
import type { StationRow } from '../stations/station-store.ts'
import { readPowerCurve } from '../telemetry/power-curve.ts'
import { invertersOf } from '../telemetry/reading-store.ts'
import { ratedTogether } from '../telemetry/telemetry-routes.ts'
import type { Frame } from './curve-sum.ts'
import { fleetExpected } from './fleet-expected.ts'
import { fleetFlows } from './fleet-flows.ts'
import type { Together } from './fleet-scope.ts'
import { MANY_STATIONS } from './home.ts'

type Known = Promise<readonly { row: StationRow; figures: StationFigures }[]>
type Of = { rows: readonly StationRow[]; frame: Frame }
/** `bothWays`: meters and batteries, where they were read anew. */
export type OfSome = Omit<Together, 'expectedW'> & {
  expectedW: number[] | null
  bothWays: readonly BothWaysRow[]
}

/** Whose sums are gone on with. */
export const EVERYBODYS = 'all'
const whoseSums = (who: Pick<Who, 'role' | 'accountId' | 'companyId'>): string =>
  seesAll(who) ? EVERYBODYS : who.accountId

/** What stations give together and would under a clear sky, and what flows there: read and added up anew. */
export const togetherAnew = async (
  { db, overview }: Pick<Context, 'db' | 'overview'>,
  { rows, frame }: Of,
  known: Known,
): Promise<OfSome> => {
  const { now } = frame
  const ids = rows.map(({ id }) => id)
  const withCurve = async () => {
    const reportMin = new Map(rows.map((row) => [row.id, row.report_min]))
    const found = await invertersOf(db, ids, frame.from)
    const inverters = found.map((one) => ({ ...one, reportMin: reportMin.get(one.stationId) ?? 5 }))
    return { inverters, curve: await readPowerCurve(db, inverters, frame) }
  }
  const [{ inverters, curve }, bothWays, stations] = await Promise.all([
    withCurve(),
    metersAndBatteries(db, ids),
    known,
  ])
  const byStation = Map.groupBy(inverters, ({ stationId }) => stationId)
  const limitOf = (id: string) => ratedTogether(byStation.get(id) ?? [], now)
  const roofs = new Map(stations.map(({ row, figures }) => [row.id, figures.roof]))
  const roofOf = (id: string) => roofs.get(id) ?? null
  const expectedW = await fleetExpected(overview.clearSky, rows, curve, limitOf, roofOf, now)
  return { curve, expectedW, flows: fleetFlows(stations, bothWays, now), bothWays }
}

/** The same; of many stations as sums that are gone on with. */
export const togetherOf = async (
  context: Pick<Context, 'db' | 'overview'>,
  who: Pick<Who, 'role' | 'accountId' | 'companyId'>,
  of: Of,
  known: Known,
): Promise<OfSome> => {
  if (of.rows.length <= MANY_STATIONS) return togetherAnew(context, of, known)
  const { db, overview } = context
  return { ...(await overview.together.read(db, { ...of, who: whoseSums(who) }, known)), bothWays: [] }
}
