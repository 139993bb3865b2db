import { randomUUID } from 'node:crypto'
import type { controlRoutes } from '#contract/http/control.ts'
import type { BodyInput } from '#contract/http/route.ts'
import { tailOf } from '#domain/commands/control-limits.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { makeAccount } from './accounts.ts'
import { makeDevice, serialOf } from './devices.ts'
import type { FactoryFile, Ids } from './objects.ts'
import { makeStation } from './stations.ts'

/** The optimizer of the act that `objects.control` made last: what confirms it. */
let lastSn = ''

/** An act that waits for a second person, asked for by this account. */
export const makeWaiting = async (
  db: Db,
  now: number,
  given: { stationId: string; askedBy: string; deviceIds: readonly string[] },
): Promise<string> => {
  const id = randomUUID()
  await db
    .insertInto('control')
    .values({
      id,
      station_id: given.stationId,
      op: 'switch',
      args: JSON.stringify({ on: false }),
      device_ids: [...given.deviceIds],
      rated_w: 0,
      state: 'waiting',
      asked_by: given.askedBy,
      asked_at: new Date(now),
      // Longer than tests of an aged session take.
      expires_at: new Date(now + 86_400_000),
    })
    .execute()
  return id
}

export const objects: NonNullable<FactoryFile['objects']> = {
  control: async (app, caller, stationId) => {
    const station = stationId ?? (await makeStation(app.db, app.now(), caller.companyId ?? ''))
    const { id: askedBy } = await makeAccount(app.db, app.now(), {
      role: 'installer',
      companyId: caller.companyId,
      passwordHash: app.passwordHash,
    })
    const device = await makeDevice(app.db, app.now(), station, 'optimizer')
    lastSn = device.sn
    return makeWaiting(app.db, app.now(), { stationId: station, askedBy, deviceIds: [device.id] })
  },
  question: async (app, caller, stationId) => {
    const id = randomUUID()
    const { id: askedBy } = await makeAccount(app.db, app.now(), {
      role: 'installer',
      companyId: caller.companyId,
      passwordHash: app.passwordHash,
    })
    await app.db
      .insertInto('control_question')
      .values({
        id,
        station_id: stationId ?? (await makeStation(app.db, app.now(), caller.companyId ?? '')),
        asked_by: askedBy,
        asked_to: caller.accountId,
        op: 'switch',
        args: JSON.stringify({ on: true }),
        text: 'May I?',
        asked_at: new Date(app.now()),
      })
      .execute()
    return id
  },
}

type BodyOf<Key extends keyof typeof controlRoutes> = BodyInput<(typeof controlRoutes)[Key]>
const act = { op: 'switch', on: false } as const
const chosenOf = (ids: Ids) => ({
  deviceIds: [ids['body.deviceIds'] ?? randomUUID()],
  stringIds: [ids['body.stringIds'] ?? randomUUID()],
})

export const bodies = {
  'POST /api/stations/{stationId}/control/preview': (
    ids: Ids,
  ): BodyOf<'POST /api/stations/{stationId}/control/preview'> => ({ act, ...chosenOf(ids) }),
  'POST /api/stations/{stationId}/control': (ids: Ids): BodyOf<'POST /api/stations/{stationId}/control'> => ({
    act,
    ...chosenOf(ids),
    tail: tailOf(serialOf.get(ids['body.deviceIds'] ?? '') ?? '????'),
    retryOf: ids['body.retryOf'] ?? randomUUID(),
  }),
  'POST /api/stations/{stationId}/read': (ids: Ids): BodyOf<'POST /api/stations/{stationId}/read'> =>
    chosenOf(ids),
  'POST /api/control/{controlId}/approve': (): BodyOf<'POST /api/control/{controlId}/approve'> => ({
    tail: tailOf(lastSn),
  }),
  'POST /api/control/{controlId}/refuse': (): BodyOf<'POST /api/control/{controlId}/refuse'> => ({
    remark: 'Not while the crane stands there',
  }),
  'POST /api/stations/{stationId}/control/questions': (
    ids: Ids,
  ): BodyOf<'POST /api/stations/{stationId}/control/questions'> => ({
    personId: ids['body.personId'] ?? randomUUID(),
    act,
    text: 'May I switch off?',
  }),
  'POST /api/control-questions/{questionId}/answer':
    (): BodyOf<'POST /api/control-questions/{questionId}/answer'> => ({ answer: 'go' }),
}
