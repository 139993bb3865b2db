import type { ColumnType, Generated } from 'kysely'
import type { FlowCounter } from '#domain/telemetry/counters.ts'
import type { NumberMetric, PhasesMetric, SwitchMetric } from '#domain/telemetry/metrics.ts'
import type { Instant, MaybeInstant, Day, Json, WithDefault } from './column-types.ts'

export type MpptReading = { n: number; u?: number | null; i?: number | null; p?: number | null }
export type StringReading = { n: number; i?: number | null }

/** The measured columns that `reading` and `latest` share, in the units of the catalogue of metrics. */
export type MeasuredColumns = Record<NumberMetric, number | null> &
  Record<PhasesMetric, (number | null)[] | null> &
  Record<SwitchMetric, boolean | null> & {
    state: number | null
    flags: WithDefault<number>
    mppt: ColumnType<MpptReading[] | null, string | null, string | null>
    str: ColumnType<StringReading[] | null, string | null, string | null>
    /** Alarm words as it said them. */
    al: ColumnType<number[] | null, string | null, string | null>
    /** Codes of its state as it said them; before their columns came, `i_out` and `irr` stood here. */
    raw: ColumnType<Record<string, unknown> | null, string | null, string | null>
  }

export type ReadingTable = MeasuredColumns & {
  device_no: number
  ts: Instant
  received_at: Instant
  hist: boolean
} & SmallForm

/** What phases, trackers and strings said in fewer bytes (`server/features/telemetry/list-bytes.ts`), in place of `u`, `i`, `mppt`, `str`. */
type SmallForm = Partial<Record<'u1' | 'u2' | 'u3' | 'i1' | 'i2' | 'i3', number | null>> & {
  trackers?: Buffer | null
  strings?: Buffer | null
}

/**
 * A UTC day of a device, over since some days: blocks of values (`server/features/telemetry/pack-day.ts`). Read through the
 * view `reading_unpacked`.
 */
export type ReadingPackedTable = Record<NumberMetric | SwitchMetric, Buffer | null> &
  Record<PhasesMetric, Buffer[] | null> & {
    device_no: number
    day: Day
    readings: number
    step_ms: number
    /** Of blocks that were written before migration 0274. */
    base: number[] | null
    ts: Buffer
    received: Buffer | null
    hist: Buffer
    state: Buffer | null
    flags: Buffer | null
    mppt_n: number[] | null
    mppt: Buffer[] | null
    str_n: number[] | null
    str: Buffer[] | null
    al_said: ColumnType<unknown, string | null>
    al_at: Buffer | null
    raw_said: ColumnType<unknown, string | null>
    raw_at: Buffer | null
    rest: ColumnType<unknown, string | null>
  }

export type LatestTable = MeasuredColumns & { device_no: number; ts: Instant; received_at: Instant }

export type GatewayMessageTable = { gateway_no: number; boot: string; seq: number; received_at: Instant }

/** Kept by triggers: of which gateways anything was written that the intake has in mind. `changed`: by which transaction. */
export type GatewayChangeTable = { changed: Generated<string>; at: Generated<number>; gateway_id: string }

export type EnergyDayTable = {
  device_no: number
  day: Day
  wh: number
  shared: WithDefault<boolean>
  first_ts: MaybeInstant
  last_ts: MaybeInstant
  /** Thousandths of the day's light that are known (`domain/telemetry/coverage.ts`); null = not looked at. */
  known: WithDefault<number | null>
}

/** Kept by triggers on `energy_day`: never written by hand. */
export type EnergyMonthTable = {
  device_no: number
  month: Day
  wh: number
  days: number
  known: WithDefault<number>
  unmeasured: WithDefault<number>
}

/** Devices whose past has days that `known` is not computed of. */
export type EnergyPastTable = { device_no: number }

export type EnergySpanTable = {
  device_no: number
  from_ts: Instant
  to_ts: Instant
  from_day: Day
  to_day: Day
  wh: number
  known: WithDefault<number | null>
}

export type EnergyAsideTable = { device_no: number; ts: Instant; e_tot: number; reason: string }

export type EnergyDueTable = {
  device_no: number
  since: Instant
  until: Instant
  marked: WithDefault<number>
  /** Bits of `domain/telemetry/counters.ts`. */
  books: WithDefault<number>
}

/** `device_no`: or the number of a book. `basis`: what the fold was computed by. */
export type EnergyFoldTable = {
  device_no: number
  basis: string
  /** A text of `fold-text.ts`. */
  fold: Json<string>
  written_by: Generated<string>
}

/** A counter of a meter or battery; the tables of energy keep it under `no`, which is below 0. */
export type CounterBookTable = { no: Generated<number>; device_no: number; counter: FlowCounter }

/** What servers keep for each other; may be emptied at any time. */
export type KeptFiguresTable = { name: string; at: Instant; bytes: Buffer }

export type TelemetryTables = {
  kept_figures: KeptFiguresTable
  reading: ReadingTable
  reading_packed: ReadingPackedTable
  latest: LatestTable
  gateway_change: GatewayChangeTable
  gateway_message: GatewayMessageTable
  energy_day: EnergyDayTable
  energy_month: EnergyMonthTable
  energy_past: EnergyPastTable
  energy_span: EnergySpanTable
  energy_aside: EnergyAsideTable
  energy_due: EnergyDueTable
  energy_fold: EnergyFoldTable
  counter_book: CounterBookTable
}
