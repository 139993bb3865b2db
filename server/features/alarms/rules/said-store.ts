import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ReadingPart } from '#domain/analyses/analysis.ts'
import type { RuleReading } from '#domain/analyses/station-window.ts'
import { stateAt } from '#domain/telemetry/device-state.ts'
import { generationFlags, saidGenerationW } from '#domain/telemetry/generation.ts'
import { instant } from '../../../platform/db/instant.ts'
import { inChunks } from '../../../platform/in-turn.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { MpptReading } from '../../../platform/db/tables/telemetry.ts'
import { lastOfMinutes, listAsSaid, ofDevices, openTrackers, readings } from '../../telemetry/readings-sql.ts'

/** What devices said, for the rules: a row a device, as a row a reading costs several times as much to take apart. */

/** A minute ends with the instant that rules judge, which belongs to it. */
const minuteOf = (column: 'ts' | 'following') =>
  sql`date_trunc('minute', ${sql.ref(column)} - interval '1 ms')`

/** Devices taken apart in one go, a few milliseconds; then others are answered. */
const TURN = 200

/** Tells whose power `p` is (`domain/telemetry/generation.ts`). */
const pvSide: ReadonlySet<ReadingPart> = new Set(['p_pv', 'e_pv'])

/** What is read of a reading, and what rules call it; what nobody needs is not read. */
const numbers = [
  ['p', 'p'],
  ['p_pv', 'pPv'],
  ['e_pv', 'ePv'],
  ['p_dc', 'pDc'],
  ['f', 'f'],
  ['t', 't'],
  ['e_tot', 'eTot'],
  ['riso', 'riso'],
] as const
const switches = ['closed', 'keepalive'] as const
const phases = ['u'] as const
const documents = ['mppt', 'raw'] as const

/** Of each column what all readings say, in their order, with blanks between; null: none says anything. */
type Said = { no: number; nth: number; ts: string; flags: string | null; state: string | null } & Record<
  (typeof numbers)[number][1] | (typeof switches)[number] | (typeof phases)[number],
  string | null
> & { mppt: (MpptReading[] | string | null)[] | null; raw: (RuleReading['raw'] | null)[] | null }

const inOrder = (value: ReturnType<typeof sql.ref>) =>
  sql`CASE WHEN count(${value}) > 0 THEN string_agg(coalesce(${value}::text, ''), ' ' ORDER BY ts) END`

const numberOf = (text: string | undefined): number | null =>
  text === undefined || text === '' ? null : Number(text)
const switchOf = (text: string | undefined): boolean | null =>
  text === undefined || text === '' ? null : text === 'true'
/** `{230.1,NULL,229.8}` */
const phasesOf = (text: string | undefined): (number | null)[] | null =>
  text === undefined || text === ''
    ? null
    : text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((value) => (value === 'NULL' ? null : Number(value)))

const open = (said: Said): RuleReading[] => {
  const of = (name: 'flags' | 'state' | (typeof numbers)[number][1] | 'closed' | 'keepalive' | 'u') =>
    said[name]?.split(' ')
  const [flags, state, p, pPv, ePv, pDc] = [
    of('flags'),
    of('state'),
    of('p'),
    of('pPv'),
    of('ePv'),
    of('pDc'),
  ]
  const [f, t, u, eTot, riso] = [of('f'), of('t'), of('u'), of('eTot'), of('riso')]
  const [closed, keepalive] = [of('closed'), of('keepalive')]
  return said.ts.split(' ').map((ts, n): RuleReading => {
    const power = {
      acW: numberOf(p?.[n]),
      pvW: numberOf(pPv?.[n]),
      pvWh: numberOf(ePv?.[n]),
    }
    return {
      ts: Number(ts),
      flags: generationFlags(power, flags === undefined ? 0 : Number(flags[n])),
      state: stateAt(numberOf(state?.[n])),
      p: saidGenerationW(power),
      ePv: power.pvWh,
      pDc: numberOf(pDc?.[n]),
      f: numberOf(f?.[n]),
      t: numberOf(t?.[n]),
      u: phasesOf(u?.[n]),
      eTot: numberOf(eTot?.[n]),
      closed: switchOf(closed?.[n]),
      keepalive: switchOf(keepalive?.[n]),
      mppt: said.mppt === null ? null : openTrackers(said.mppt[n] ?? null),
      riso: numberOf(riso?.[n]),
      raw: said.raw?.[n] ?? null,
    }
  })
}

/** `nth`: how many readings the device has there. */
export type DeviceReadings = { no: number; nth: number; readings: RuleReading[] }

/**
 * By device, of each minute of (from, to] the last reading, oldest first: rules look at minutes, and a device that reports
 * every second has 3,600 an hour. `thick`: devices that have several in most minutes, whose other readings are not even
 * looked at then; what is found is the same, and `nth` counts minutes.
 */
export const readingsByDevice = async (
  db: Db,
  one: {
    nos: readonly number[]
    from: number
    to: number
    filledIn: boolean
    parts: ReadonlySet<ReadingPart>
    thick?: boolean
  },
): Promise<DeviceReadings[]> => {
  const every =
    one.thick === true
      ? lastOfMinutes(one.nos, one, sql`(${one.filledIn} OR NOT o.hist)`)
      : readings(ofDevices(one.nos), instant(one.from + 1), instant(one.to + 1))
  const wants = (part: ReadingPart): boolean =>
    one.parts.has(part) || (one.parts.has('p') && pvSide.has(part))
  const texts = [
    ...numbers,
    ...switches.map((name) => [name, name] as const),
    ...phases.map((name) => [name, name] as const),
  ]
  const { rows } = await sql<Said>`
    SELECT device_no AS no, max(nth)::int AS nth, string_agg(round(date_part('epoch', ts) * 1000)::text, ' ' ORDER BY ts) AS ts,
           CASE WHEN bool_or(flags <> 0) THEN string_agg(flags::text, ' ' ORDER BY ts) END AS flags,
           ${inOrder(sql.ref('state'))} AS state,
           ${sql.join(texts.map(([part, as]) => sql`${wants(part) ? inOrder(sql.ref(part)) : sql`NULL`} AS ${sql.ref(as)}`))},
           ${sql.join(
             documents.map((part) => {
               const value = part === 'mppt' ? listAsSaid(part) : sql.ref(part)
               return sql`${
                 wants(part)
                   ? sql`CASE WHEN count(${value}) > 0 THEN json_agg(${value} ORDER BY ts) END`
                   : sql`NULL::json`
               } AS ${sql.ref(part)}`
             }),
           )}
      FROM (SELECT *, lead(ts) OVER (PARTITION BY device_no ORDER BY ts) AS following,
                   row_number() OVER (PARTITION BY device_no ORDER BY ts) AS nth
              FROM ${every} AS every
             WHERE (${one.filledIn} OR NOT hist)) AS r
     WHERE following IS NULL OR ${minuteOf('following')} > ${minuteOf('ts')}
     GROUP BY device_no ORDER BY device_no`.execute(db)
  const found: DeviceReadings[] = []
  for (const some of inChunks(rows, TURN)) {
    for (const said of some) found.push({ no: said.no, nth: said.nth, readings: open(said) })
    await setImmediate()
  }
  return found
}
