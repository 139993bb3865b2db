import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AlarmMemory } from '#gateway/alarms.ts'
import type { CommandMemory } from '#gateway/answers.ts'
import { openAlarmNews } from './alarm-news.ts'
import { openCommandBook } from './command-book.ts'
import { openEdgeDatabase } from './edge-database.ts'
import { type Facts, openFacts } from './facts.ts'
import { openReserve } from './reserve.ts'
import { openTelemetryStore, type StoreLimits, type TelemetryStore } from './telemetry-store.ts'

export type EdgeStore = {
  telemetry: TelemetryStore
  commands: CommandMemory
  alarmNews: AlarmMemory
  facts: Facts
  close: () => void
}

const DROPPED = 'dropped'

/** Everything an edge keeps in its folder. @throws Error when another edge uses it, or it cannot be written */
export const openEdgeStore = (
  folder: string,
  { now, log, limits }: { now: number; log: (line: string) => void; limits?: StoreLimits },
): EdgeStore => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { database, aside } = openEdgeDatabase(join(folder, 'edge.db'), now)
  if (aside !== null) log(`the store was damaged and lies in ${aside}; a new one was made`)
  const facts = openFacts(database)
  const telemetry = openTelemetryStore(database, {
    reserve: openReserve(join(folder, 'reserve')),
    log,
    readDropped: () => Number(facts.read(DROPPED) ?? 0),
    keepDropped: (count) => facts.write(DROPPED, count),
    ...(limits === undefined ? {} : { limits }),
  })
  return {
    telemetry,
    commands: openCommandBook(database, log),
    alarmNews: openAlarmNews(facts, log),
    facts,
    close: () => database.close(),
  }
}
