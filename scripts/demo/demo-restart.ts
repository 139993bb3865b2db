import { sql } from 'kysely'
import type { Checkpoint } from '#simulator/energy-counters.ts'
import type { Fault } from '#simulator/faults.ts'
import type { FleetData, FleetGateway } from '#simulator/fleet-file.ts'
import type { StationSpec } from '#simulator/station-spec.ts'
import { houseCounterKey, houseMetrics } from '#simulator/simulated-house.ts'
import type { Context } from '#server/context.ts'
import { demoFaults, silentStation } from './demo-faults.ts'
import { writeAll } from './demo-history.ts'

/** What is kept of the fleet between two runs. */
export type FleetState = {
  gateways: FleetGateway[]
  /** Gateways that the simulated fleet does not run: it serves the devices on their networks. */
  edges: { sn: string; station: string }[]
  counters: Record<string, Checkpoint>
  faults: Fault[]
}

/** Where a station's counters stood when it was heard last: the fleet went on since they were written down. */
const countersHeard = async (context: Context, spec: StationSpec, known: Checkpoint): Promise<Checkpoint> => {
  const heard = await context.db
    .selectFrom('latest')
    .innerJoin('device', 'device.no', 'latest.device_no')
    .innerJoin('device as of', 'of.station_id', 'device.station_id')
    .select([
      'device.sn',
      'latest.ts',
      'latest.e_tot',
      'latest.e_in',
      'latest.e_out',
      'latest.e_chg',
      'latest.e_dis',
      'latest.e_pv',
    ])
    .where('of.sn', '=', spec.gateways[0]?.sn ?? '')
    .execute()
  const wh = heard.flatMap(({ sn, e_tot, ...besides }) =>
    [
      [sn, e_tot] as const,
      ...houseMetrics.map((metric) => [houseCounterKey(sn, metric), besides[metric]] as const),
    ].map(([key, shown]) => [key, Math.max(known.wh[key] ?? 0, shown ?? 0)] as const),
  )
  return {
    ts: Math.max(known.ts, ...heard.map(({ ts }) => ts)),
    wh: { ...known.wh, ...Object.fromEntries(wh.filter(([key]) => key in known.wh)) },
  }
}

/**
 * A world that was stopped: what its devices measured meanwhile is filled in, as their gateways would have done, with
 * the faults that they had. From the station without a network nothing comes as long as it has none.
 */
export const catchUp = async (
  context: Context,
  specs: readonly StationSpec[],
  { counters: kept, faults }: FleetState,
): Promise<Record<string, Checkpoint>> => {
  const now = context.clock()
  const counters: Record<string, Checkpoint> = {}
  for (const spec of specs) {
    const known = kept[spec.key]
    if (known === undefined) continue
    if (spec.key === silentStation.key) {
      counters[spec.key] = known
      continue
    }
    const heard = await countersHeard(context, spec, known)
    const fromTs = heard.ts + 1
    counters[spec.key] =
      fromTs < now
        ? await writeAll(context, spec, heard, { fromTs, toTs: now, boot: `gap-${heard.ts}`, faults })
        : heard
  }
  return counters
}

/**
 * Upgrades under way get back the time in which there was neither a server nor a gateway: otherwise each would count as
 * stalled at the start. Before what was measured meanwhile is filled in.
 */
export const giveBackTime = async (context: Context): Promise<void> => {
  const { last } = await context.db
    .selectFrom('latest')
    .select(({ fn }) => fn.max('received_at').as('last'))
    .executeTakeFirstOrThrow()
  if (last === null) return
  const offS = Math.max(0, context.clock() - last) / 1000
  await context.db
    .updateTable('upgrade_job')
    .set({ due_at: sql`due_at + make_interval(secs => ${offS})` })
    .where('ended_at', 'is', null)
    .execute()
}

/** What was wrong stays wrong, since the same moment; what comes while somebody watches comes anew. */
export const faultsAgain = (kept: readonly Fault[], now: number): Fault[] => {
  const goOn = kept.filter(({ to }) => to === undefined || to > now)
  const coming = demoFaults(now).filter(({ from }) => from > now)
  const known = new Set(goOn.map(aboutOf))
  return [...goOn, ...coming.filter((fault) => !known.has(aboutOf(fault)))]
}
const aboutOf = (fault: Fault): string => JSON.stringify({ ...fault, from: 0, to: 0 })

/** What was upgraded runs what it was upgraded to. */
export const versionsRun = async (context: Context): Promise<NonNullable<FleetData['versions']>> => {
  const rows = await context.db
    .selectFrom('device_firmware')
    .innerJoin('device', 'device.id', 'device_firmware.device_id')
    .select(['device.sn', 'device_firmware.version', 'device_firmware.sequence'])
    .execute()
  return Object.fromEntries(rows.map(({ sn, version, sequence }) => [sn, { version, sequence }]))
}
