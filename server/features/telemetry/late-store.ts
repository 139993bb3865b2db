import type { PoolClient } from 'pg'
import { STILL_REACH_MS } from '#domain/telemetry/still-power.ts'
import { plainArray } from '../../platform/db/plain-array.ts'
import type { PerhapsLate } from './look-again.ts'
import { dateOf, PACK_LOCK } from './pack-store.ts'
import { DAY_MS, utcDayStart } from './partition-store.ts'
import type { KeptReading } from './reading-stage.ts'
import { LEAST_PACK_AFTER_DAYS } from './retention.ts'

/** Whether the UTC day of an instant may be packed by now; most readings are newer. */
const mayBePacked = (ts: number, now: number): boolean =>
  utcDayStart(ts) + LEAST_PACK_AFTER_DAYS * DAY_MS <= now

type DeviceDay = { no: number; day: number }
const distinct = (days: readonly DeviceDay[]): DeviceDay[] => [
  ...new Map(days.map((one) => [`${one.no} ${one.day}`, one])).values(),
]

/** A late reading has to do with those of so many days. */
const around = [-2, -1, 0, 1, 2].map((days) => (days * STILL_REACH_MS) / 2)

const packedAmong = async (client: PoolClient, days: readonly DeviceDay[]): Promise<DeviceDay[]> => {
  if (days.length === 0) return []
  const { rows } = await client.query<{ no: number; day: string }>(
    `SELECT p.device_no AS no, p.day FROM unnest($1::int[], $2::date[]) AS late(no, day)
       JOIN reading_packed p ON p.device_no = late.no AND p.day = late.day`,
    [plainArray(days.map(({ no }) => no)), plainArray(days.map(({ day }) => dateOf(day)))],
  )
  return rows.map(({ no, day }) => ({ no, day: Date.parse(day) }))
}

/**
 * Of readings that come in, those that no packed day says already, in their order. Their days are neither packed nor
 * unpacked by others until the end of the transaction. What may be set aside, or no longer is, beside a late reading is
 * made rows again first: only rows can be flagged.
 */
export const beyondPacked = async (
  client: PoolClient,
  readings: readonly KeptReading[],
  perhapsLate: readonly PerhapsLate[],
  now: number,
): Promise<readonly KeptReading[]> => {
  const late = distinct(
    readings
      .filter(({ ts }) => mayBePacked(ts, now))
      .map(({ deviceNo: no, ts }) => ({ no, day: utcDayStart(ts) })),
  )
  const flaggable = await packedAmong(
    client,
    distinct(
      perhapsLate
        .filter(({ ts }) => mayBePacked(ts - STILL_REACH_MS, now))
        .flatMap(({ deviceNo: no, ts }) =>
          around
            .filter((apart) => mayBePacked(ts + apart, now))
            .map((apart) => ({ no, day: utcDayStart(ts + apart) })),
        ),
    ),
  )
  if (late.length === 0 && flaggable.length === 0) return readings
  const alone = new Set(flaggable.map(({ day }) => day))
  const days = [...new Set([...late, ...flaggable].map(({ day }) => day))].toSorted((a, b) => a - b)
  // One after the other, the oldest first, as everybody takes them.
  await client.query(
    `SELECT lock.* FROM unnest($2::int[], $3::boolean[]) AS one(day, alone) CROSS JOIN LATERAL (
       SELECT pg_advisory_xact_lock($1::int, one.day)::text WHERE one.alone
       UNION ALL SELECT pg_advisory_xact_lock_shared($1::int, one.day)::text WHERE NOT one.alone) AS lock`,
    [
      PACK_LOCK,
      plainArray(days.map((day) => day / DAY_MS)),
      plainArray(days.map((day) => `${alone.has(day)}`)),
    ],
  )
  for (const [day, some] of Map.groupBy(flaggable, (one) => one.day))
    await client.query('SELECT reading_unpack($1::int[], $2::date)', [
      plainArray(some.map(({ no }) => no)),
      dateOf(day),
    ])
  // Sorted by what is the same in all of it: so it stays by itself, and these days are unpacked and no other.
  const { rows } = await client.query<{ no: number; ts: number }>(
    `SELECT u.device_no AS no, u.ts FROM unnest($1::int[], $2::date[]) AS late(no, day)
      CROSS JOIN LATERAL (
        SELECT device_no, ts FROM reading_unpacked WHERE device_no = late.no AND day = late.day ORDER BY device_no) AS u`,
    [plainArray(late.map(({ no }) => no)), plainArray(late.map(({ day }) => dateOf(day)))],
  )
  const packed = new Set(rows.map(({ no, ts }) => `${no} ${ts}`))
  return packed.size === 0
    ? readings
    : readings.filter(({ deviceNo, ts }) => !packed.has(`${deviceNo} ${ts}`))
}
