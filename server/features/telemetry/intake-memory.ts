import type { PoolClient } from 'pg'
import type { Registry } from 'prom-client'
import { MarkMemory } from '../stations/mark-memory.ts'
import type { ClockMemory } from './gateway-clocks.ts'
import type { HeardMemory } from './gateway-store.ts'
import { createIntakeCounters, type IntakeCounters } from './intake-counters.ts'
import { GatewayMemory } from './known-gateways.ts'

/** What storing readings keeps in mind of its database between two batches. It may be lost: the database decides. */
export type IntakeMemory = {
  readonly gateways: GatewayMemory
  readonly clocks: ClockMemory
  /** Starts of the UTC days that are known to have a partition. */
  readonly days: Set<number>
  /** Batches that still go through the stage, and that ask which messages are known, after one met what was there. */
  readonly detours: { readings: number; messages: number }
  /** Whether rows may be in the form of fewer bytes; false: when that is asked again, epoch ms. */
  readonly smallRows: { may: boolean; askAt: number }
  readonly marks: MarkMemory
  readonly heard: HeardMemory
  /** Connections that have their stage already. */
  readonly staged: Set<PoolClient>
  /** Made with the first batch or intake: a server without either shows none. */
  readonly counters: () => IntakeCounters
}

export const createIntakeMemory = (metrics: Registry): IntakeMemory => {
  let counters: IntakeCounters | null = null
  return {
    gateways: new GatewayMemory(),
    clocks: new Map(),
    days: new Set(),
    detours: { readings: 0, messages: 0 },
    smallRows: { may: false, askAt: 0 },
    marks: new MarkMemory(),
    heard: new Map(),
    staged: new Set(),
    counters: () => (counters ??= createIntakeCounters(metrics)),
  }
}
