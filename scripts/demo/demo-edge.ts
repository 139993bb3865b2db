import { randomBytes, randomUUID } from 'node:crypto'
import type { StationSpec } from '#simulator/station-spec.ts'
import type { Context } from '#server/context.ts'
import { addEdgeDevice } from '#server/features/edges/configure-edge.ts'
import { saveEdge } from '#server/features/edges/edge-store.ts'
import { handOutEdge } from '#server/features/edges/hand-out-edge.ts'
import type { DemoPeople } from './demo-people.ts'

/** Seconds between two readings of a device. */
const INTERVAL_S = 10

/**
 * Hands the edge of this machine to the station whose devices are on its network, in the place of the gateway that was
 * there: its history goes on. It reads one address; what else is there waits for somebody who searches.
 */
export const handEdge = async (context: Context, people: DemoPeople, spec: StationSpec): Promise<void> => {
  const [gateway] = spec.gateways
  const { id: gatewayId, station_id: stationId } = await context.db
    .selectFrom('device')
    .select(['id', 'station_id'])
    .where('sn', '=', gateway?.sn ?? '')
    .executeTakeFirstOrThrow()
  const now = context.clock()
  const caller = { who: people.administrator, now, requestId: randomUUID(), ip: '127.0.0.1' }
  // It was an edge before, of which nothing is left but its place: it gets keys of its own when it comes.
  await saveEdge(context.db, {
    gateway_id: gatewayId,
    public_key: randomBytes(32).toString('base64url'),
    version: '0.1.0',
    built_in: true,
    paired_at: new Date(Date.parse(`${spec.gridConnectedOn}T10:00:00Z`)),
  })
  for (const { port, unit } of gateway?.network ?? [])
    await addEdgeDevice(context, caller, {
      id: randomUUID(),
      gatewayId,
      url: `modbus-tcp://127.0.0.1:${port}?unit=${unit}`,
      profile: null,
      intervalS: INTERVAL_S,
      secret: null,
      map: null,
    })
  await handOutEdge(context, caller, { stationId, name: '' })
}
