import { sql } from 'kysely'
import { type Kept, type OpenMemory, remember } from '#domain/analyses/memory.ts'
import { type RuleId, ruleIds } from '#domain/alarms/rules/rule.ts'
import { type RuleState, type RuleStates, subjectKey } from '#domain/alarms/rules/run-rules.ts'
import type { Db } from '../../../platform/db/handle.ts'

/** Every statement about what rules remember. All of them are about many stations at once. */

export type Collection = { doneUntil: number; listeningSince: number }

/** How far each of the shards has come; null = it was never judged. */
export const readCollections = async (
  db: Db,
  shards: readonly number[],
): Promise<Map<number, Collection | null>> => {
  const rows = await db
    .selectFrom('rule_collection')
    .select(['shard', 'done_until', 'listening_since'])
    .where('shard', 'in', [...shards])
    .execute()
  const found = new Map<number, Collection | null>(shards.map((shard) => [shard, null]))
  for (const row of rows)
    found.set(row.shard, { doneUntil: row.done_until, listeningSince: row.listening_since })
  return found
}

export const saveCollection = async (
  db: Db,
  shards: readonly number[],
  { doneUntil, listeningSince }: Collection,
): Promise<void> => {
  const values = { done_until: new Date(doneUntil), listening_since: new Date(listeningSince) }
  await db
    .insertInto('rule_collection')
    .values(shards.map((shard) => ({ shard, ...values })))
    .onConflict((conflict) => conflict.column('shard').doUpdateSet(values))
    .execute()
}

const isRule = (rule: string): rule is RuleId => (ruleIds as readonly string[]).includes(rule)

export const readStates = async (db: Db, stationIds: readonly string[]): Promise<Map<string, RuleStates>> => {
  const rows = await db
    .selectFrom('rule_state')
    .selectAll()
    .where('station_id', 'in', [...stationIds])
    .execute()
  const found = new Map<string, RuleStates>()
  for (const row of rows) {
    const { rule } = row
    if (!isRule(rule)) continue
    const state: RuleState = {
      rule,
      code: row.code,
      deviceId: row.device_id,
      instance: row.instance,
      badMs: row.bad_ms,
      goodMs: row.good_ms,
      active: row.active,
      since: row.since,
      asOf: row.as_of,
      readings: row.readings,
    }
    const states = found.get(row.station_id) ?? new Map()
    states.set(subjectKey(state), state)
    found.set(row.station_id, states)
  }
  return found
}

export type StateChange = { stationId: string; state: RuleState }

export const saveStates = async (db: Db, changes: readonly StateChange[]): Promise<void> => {
  if (changes.length === 0) return
  const of = <T>(pick: (change: StateChange) => T): T[] => changes.map(pick)
  await sql`
    INSERT INTO rule_state (device_id, code, instance, rule, station_id, bad_ms, good_ms, active, since, as_of, readings)
    SELECT * FROM unnest(
      ${of(({ state }) => state.deviceId)}::uuid[], ${of(({ state }) => state.code)}::text[],
      ${of(({ state }) => state.instance)}::text[], ${of(({ state }) => state.rule)}::text[],
      ${of(({ stationId }) => stationId)}::uuid[], ${of(({ state }) => Math.round(state.badMs))}::bigint[],
      ${of(({ state }) => Math.round(state.goodMs))}::bigint[], ${of(({ state }) => state.active)}::boolean[],
      ${of(({ state }) => new Date(state.since).toISOString())}::timestamptz[],
      ${of(({ state }) => new Date(state.asOf).toISOString())}::timestamptz[],
      ${of(({ state }) => JSON.stringify(state.readings))}::jsonb[])
    ON CONFLICT (device_id, code, instance) DO UPDATE SET bad_ms = excluded.bad_ms, good_ms = excluded.good_ms,
      active = excluded.active, since = excluded.since, as_of = excluded.as_of, readings = excluded.readings,
      station_id = excluded.station_id, rule = excluded.rule`.execute(db)
}

export const deleteStates = async (db: Db, states: readonly RuleState[]): Promise<void> => {
  if (states.length === 0) return
  await sql`
    DELETE FROM rule_state r USING unnest(
      ${states.map(({ deviceId }) => deviceId)}::uuid[], ${states.map(({ code }) => code)}::text[],
      ${states.map(({ instance }) => instance)}::text[]) AS gone(device_id, code, instance)
     WHERE r.device_id = gone.device_id AND r.code = gone.code AND r.instance = gone.instance`.execute(db)
}

/** What belonged to devices that are gone, or stand at another station now. Their alarms ended with them. */
export const forgetMoved = async (db: Db): Promise<void> => {
  await sql`
    DELETE FROM rule_state r USING device d
     WHERE d.id = r.device_id AND (d.removed_at IS NOT NULL OR d.station_id <> r.station_id)`.execute(db)
}

export const readMemory = async (db: Db, stationIds: readonly string[]): Promise<OpenMemory> => {
  const rows = await db
    .selectFrom('analysis_memory')
    .innerJoin('device', 'device.id', 'analysis_memory.device_id')
    .select(['device_id', 'analysis_memory.kind', 'value'])
    .where('device.station_id', 'in', [...stationIds])
    .where('device.removed_at', 'is', null)
    .execute()
  const memory: OpenMemory = new Map()
  remember(
    memory,
    rows.map(({ device_id: deviceId, kind, value }) => ({ deviceId, kind, value })),
  )
  return memory
}

export const saveMemory = async (db: Db, kept: readonly Kept[]): Promise<void> => {
  if (kept.length === 0) return
  await sql`
    INSERT INTO analysis_memory (device_id, kind, value)
    SELECT * FROM unnest(${kept.map(({ deviceId }) => deviceId)}::uuid[], ${kept.map(({ kind }) => kind)}::text[],
      ${kept.map(({ value }) => JSON.stringify(value))}::jsonb[])
    ON CONFLICT (device_id, kind) DO UPDATE SET value = excluded.value`.execute(db)
}

/** Codes of open alarms that the devices raised themselves. */
export const openCodes = async (db: Db, deviceIds: readonly string[]): Promise<Map<string, string[]>> => {
  if (deviceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('alarm')
    .select(['device_id', 'code'])
    .where('device_id', 'in', [...new Set(deviceIds)])
    .where('status', '<>', 'closed')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.device_id)].map(([id, found]) => [id, found.map(({ code }) => code)]),
  )
}

export type SettingRow = {
  companyId: string | null
  stationId: string | null
  rule: RuleId
  enabled: boolean | null
  threshold: number | null
}

/** Settings of companies and of stations. */
export const readSettings = async (
  db: Db,
  of: { companies: readonly string[]; stations: readonly string[] },
): Promise<SettingRow[]> => {
  const rows = await db
    .selectFrom('rule_setting')
    .select(['company_id', 'station_id', 'rule', 'enabled', 'threshold'])
    .where((eb) =>
      eb.or([
        ...(of.companies.length === 0 ? [] : [eb('company_id', 'in', [...of.companies])]),
        ...(of.stations.length === 0 ? [] : [eb('station_id', 'in', [...of.stations])]),
      ]),
    )
    .execute()
  return rows.flatMap(({ rule, company_id: companyId, station_id: stationId, enabled, threshold }) =>
    isRule(rule) ? [{ companyId, stationId, rule, enabled, threshold }] : [],
  )
}

export const saveSetting = async (
  db: Db,
  { companyId, stationId, rule, enabled, threshold }: SettingRow,
  by: { accountId: string; now: number },
): Promise<void> => {
  await db
    .deleteFrom('rule_setting')
    .where('rule', '=', rule)
    .where((eb) => (stationId === null ? eb('company_id', '=', companyId) : eb('station_id', '=', stationId)))
    .execute()
  if (enabled === null && threshold === null) return
  await db
    .insertInto('rule_setting')
    .values({
      company_id: stationId === null ? companyId : null,
      station_id: stationId,
      rule,
      enabled,
      threshold,
      changed_by: by.accountId,
      changed_at: new Date(by.now),
    })
    .execute()
}
