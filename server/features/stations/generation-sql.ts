import { sql, type RawBuilder } from 'kysely'
import { FAINT_SHARE, RUNS_W } from '#domain/telemetry/device-state.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'

/** SQL of `domain/telemetry/generation.ts`, over a row of `reading` or `latest` called `row`; a test holds the two against each other. */

const columns = (row: string) => {
  const of = (name: string) => sql.ref(`${row}.${name}`)
  return {
    p: of('p'),
    pv: of('p_pv'),
    flags: of('flags'),
    plain: sql`${of('p_pv')} IS NULL AND coalesce(${of('e_pv')}, 0) <= 0`,
  }
}

/** `saidGenerationW` */
export const saidGeneration = (row: string): RawBuilder<number | null> => {
  const { p, pv, plain } = columns(row)
  return sql`CASE WHEN ${plain} THEN ${p} ELSE ${pv} END`
}

/** Nothing speaks against `saidGeneration`. */
export const generationBelieved = (row: string): RawBuilder<boolean> => {
  const { flags, plain } = columns(row)
  const [power, pvPower] = [sql.lit(qualityFlags.power), sql.lit(qualityFlags.pvPower)]
  return sql`${flags} & CASE WHEN ${plain} THEN ${power} ELSE ${pvPower} END = 0`
}

/** `generationW`, W; null = unknown. */
export const generation = (row: string): RawBuilder<number | null> => {
  const said = saidGeneration(row)
  // `greatest` leaves a null out: what was not said must not become 0.
  return sql`CASE WHEN ${generationBelieved(row)} AND ${said} IS NOT NULL THEN greatest(${said}, 0) END`
}

/** Its lifetime counter of what it makes, of a hybrid that of its modules, Wh; null = it says none. */
export const lifetimeCounter = (row: string): RawBuilder<number | null> => {
  const of = (name: string) => sql.ref(`${row}.${name}`)
  return sql`CASE WHEN ${of('e_pv')} > 0 THEN ${of('e_pv')} ELSE ${of('e_tot')} END`
}

/** Whether it is at most `faintUpToW` (domain/telemetry/device-state.ts) of the device in a row of `device`; null = unknown. */
export const faintGeneration = (row: string, device: string): RawBuilder<boolean | null> => {
  const rated = sql`greatest(${sql.ref(`${device}.rated_w`)}, ${sql.ref(`${device}.shown_w`)})`
  return sql`${generation(row)} <= greatest(${sql.lit(RUNS_W)}, ${sql.lit(FAINT_SHARE)} * coalesce(${rated}, 0))`
}
