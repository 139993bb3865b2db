import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { alarmRoutes } from '#contract/http/alarms.ts'
import type { BodyInput } from '#contract/http/route.ts'
import { insertAlarm, putItem } from '#server/features/alarms/alarm-store.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { makeDevice } from './devices.ts'
import type { FactoryFile, Ids } from './objects.ts'
import { makeStation } from './stations.ts'

/** An open alarm of one instance on a new inverter of this station, or on the device given. */
export const makeAlarm = async (
  db: Db,
  now: number,
  stationId: string,
  given: { code?: string; level?: number; at?: number; deviceId?: string } = {},
): Promise<{ id: string; deviceId: string }> => {
  const deviceId = given.deviceId ?? (await makeDevice(db, now, stationId, 'inverter')).id
  const id = randomUUID()
  const occurrence = { at: given.at ?? now, level: given.level ?? 2, readings: { riso_kohm: 38 } }
  const alarm = { id, station_id: stationId, device_id: deviceId, device_kind: 'inverter' as const }
  await insertAlarm(db, { ...alarm, code: given.code ?? '2062', createdAt: occurrence.at }, occurrence)
  await putItem(db, id, '1', occurrence)
  return { id, deviceId }
}

/** Rules begin anew: what they found and learned is gone, and the stations so far are deleted. */
export const forgetRules = async (db: Db, owner: Pool, now: number): Promise<void> => {
  for (const table of ['alarm_item', 'alarm', 'rule_state', 'analysis_memory', 'rule_collection'])
    await owner.query(`DELETE FROM ${table}`)
  await db
    .updateTable('station')
    .set({ deleted_at: new Date(now) })
    .execute()
}

export const objects: NonNullable<FactoryFile['objects']> = {
  alarm: async (app, caller, stationId) => {
    const station = stationId ?? (await makeStation(app.db, app.now(), caller.companyId ?? ''))
    return (await makeAlarm(app.db, app.now(), station)).id
  },
}

const ruleChange = { rules: [{ rule: 'over_temperature', enabled: true, threshold: 70 }] }

type BodyOf<Key extends keyof typeof alarmRoutes> = BodyInput<(typeof alarmRoutes)[Key]>

export const bodies = {
  'POST /api/alarms/clear': (ids: Ids): BodyOf<'POST /api/alarms/clear'> => ({
    ids: [ids['body.ids'] ?? ''],
    remark: 'Fuse replaced',
  }),
  'POST /api/alarms/acknowledge': (ids: Ids): BodyOf<'POST /api/alarms/acknowledge'> => ({
    ids: [ids['body.ids'] ?? ''],
    // An hour after the noon at which the tests begin.
    until: Date.UTC(2026, 5, 21, 5),
  }),
  'POST /api/alarms/acknowledge-each': (ids: Ids): BodyOf<'POST /api/alarms/acknowledge-each'> => ({
    ids: [ids['body.ids'] ?? ''],
    until: Date.UTC(2026, 5, 21, 5),
  }),
  'POST /api/alarms/wake-each': (ids: Ids): BodyOf<'POST /api/alarms/wake-each'> => ({
    ids: [ids['body.ids'] ?? ''],
  }),
  'POST /api/alarms/wake': (ids: Ids): BodyOf<'POST /api/alarms/wake'> => ({ ids: [ids['body.ids'] ?? ''] }),
  'PUT /api/companies/{companyId}/alarm-rules': () => ruleChange,
  'PUT /api/stations/{stationId}/alarm-rules': () => ruleChange,
}

export const queries = {
  'GET /api/stations/{stationId}/alarm-rules/rehearsal': 'rule=over_temperature&threshold=70',
}
