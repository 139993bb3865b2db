import type { BodyInput } from '#contract/http/route.ts'
import type { commandRoutes } from '#contract/http/commands.ts'
import { enqueue, type NewCommand } from '#server/features/commands/outbox.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { makeDevice, setLink } from './devices.ts'
import type { FactoryFile, Ids } from './objects.ts'
import { makeStation } from './stations.ts'

/** A queued command to a connected gateway of this station; gives the ids of both and the gateway's login. */
export const makeCommand = async (
  db: Db,
  now: number,
  stationId: string,
  given: Partial<NewCommand> = {},
): Promise<{ id: string; gatewayId: string; sn: string }> => {
  const gateway = await makeDevice(db, now, stationId, 'gateway')
  await setLink(db, gateway.id, { connected: true, birthAt: now })
  const command = {
    stationId,
    gatewayId: gateway.id,
    op: 'scan',
    targets: [gateway],
    createdBy: null,
    now,
  } as const
  return { id: await enqueue(db, { ...command, ...given }), gatewayId: gateway.id, sn: gateway.sn }
}

export const objects: NonNullable<FactoryFile['objects']> = {
  command: async (app, caller, stationId) => {
    const station = stationId ?? (await makeStation(app.db, app.now(), caller.companyId ?? ''))
    return (await makeCommand(app.db, app.now(), station)).id
  },
}

type BodyOf<Key extends keyof typeof commandRoutes> = BodyInput<(typeof commandRoutes)[Key]>

export const bodies = {
  'POST /api/stations/{stationId}/activation': (
    ids: Ids,
  ): BodyOf<'POST /api/stations/{stationId}/activation'> => ({
    gatewayIds: [ids['body.gatewayIds'] ?? ''],
  }),
  'POST /api/gateways/{gatewayId}/scan': (): BodyOf<'POST /api/gateways/{gatewayId}/scan'> => ({}),
}
