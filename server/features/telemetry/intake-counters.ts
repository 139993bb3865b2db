import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { StoreOutcome } from './store-outcome.ts'

export type IntakeCounters = {
  note: (outcome: StoreOutcome) => void
  /** Seconds from a message's arrival to the commit (or the failure) of its batch. */
  lagged: (seconds: number) => void
  /** Readings that wait for their batch. */
  waiting: (rows: number) => void
}

/** Prometheus counters of the intake: a registry takes one set. */
export const createIntakeCounters = (registry: Registry): IntakeCounters => {
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] })
  const stored = counter('sunkeeper_readings_stored_total', 'Readings stored')
  const refused = new Counter({
    name: 'sunkeeper_readings_refused_total',
    help: 'Readings not taken, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  const quarantined = counter(
    'sunkeeper_readings_quarantined_total',
    'Readings of serials that are not children of the gateway that sent them',
  )
  const repeated = counter('sunkeeper_messages_repeated_total', 'Telemetry messages that had come before')
  const unknown = counter('sunkeeper_messages_unknown_total', 'Telemetry messages of unknown gateways')
  const lag = new Histogram({
    name: 'sunkeeper_batch_lag_seconds',
    help: "From the arrival of a batch's first message to its commit",
    buckets: [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15],
    registers: [registry],
  })
  // Said with each message, told when somebody asks.
  let rows = 0
  const waiting: Gauge = new Gauge({
    name: 'sunkeeper_readings_waiting',
    help: 'Readings that wait to be written',
    registers: [registry],
    collect: () => waiting.set(rows),
  })
  return {
    lagged: (seconds) => lag.observe(seconds),
    waiting: (count) => void (rows = count),
    note: (outcome) => {
      stored.inc(outcome.stored)
      refused.inc({ reason: 'stranger' }, outcome.quarantined)
      refused.inc({ reason: 'too_old' }, outcome.refused - outcome.quarantined)
      quarantined.inc(outcome.quarantined)
      repeated.inc(outcome.repeated)
      unknown.inc(outcome.unknown)
    },
  }
}
