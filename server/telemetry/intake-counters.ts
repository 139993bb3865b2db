import { Counter, type Registry } from 'prom-client'
import type { StoreOutcome } from './store-readings.ts'

type IntakeCounters = { note: (outcome: StoreOutcome) => void }

const made = new WeakMap<Registry, IntakeCounters>()

/** Prometheus counters of the intake, one set a registry. */
export const intakeCounters = (registry: Registry): IntakeCounters => {
  const held = made.get(registry)
  if (held) return held
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] })
  const stored = counter('sunkeeper_readings_stored_total', 'Readings stored')
  const refused = counter('sunkeeper_readings_refused_total', 'Readings not taken: too old, or of strangers')
  const quarantined = counter(
    'sunkeeper_readings_quarantined_total',
    'Readings of serials that are not children of the gateway that sent them',
  )
  const repeated = counter('sunkeeper_messages_repeated_total', 'Telemetry messages that had come before')
  const unknown = counter('sunkeeper_messages_unknown_total', 'Telemetry messages of unknown gateways')
  const counters: IntakeCounters = {
    note: (outcome) => {
      stored.inc(outcome.stored)
      refused.inc(outcome.refused)
      quarantined.inc(outcome.quarantined)
      repeated.inc(outcome.repeated)
      unknown.inc(outcome.unknown)
    },
  }
  made.set(registry, counters)
  return counters
}
