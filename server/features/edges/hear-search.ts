import type { CommandResponse } from '#contract/mqtt/command.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../platform/db/open.ts'
import { noteProgress, openCommandOf } from '../commands/apply-progress.ts'
import { saveProgress, saveResult } from './search-store.ts'

type HearContext = Pick<Context, 'db' | 'changeEvents'>
type Said<Stage> = Extract<CommandResponse, { stage: Stage }>

/** How a search goes on. `unknown`, `foreign`: no command of this edge; `over`: it has ended. */
export const hearProgress = async (
  { db, changeEvents }: HearContext,
  gatewaySn: string,
  said: Said<'progress'>,
  arrivedAt: number,
): Promise<'applied' | 'unknown' | 'foreign' | 'over'> => {
  let stationId: string | null = null
  const outcome = await transact(db, async (trx) => {
    stationId = null
    const command = await openCommandOf(trx, gatewaySn, said.id, arrivedAt)
    if (typeof command === 'string') return command
    if (!(await saveProgress(trx, command.id, said))) return 'unknown'
    await noteProgress(trx, command, arrivedAt)
    stationId = command.station_id
    return 'applied'
  })
  if (stationId !== null) changeEvents.tell({ type: 'changed', stationId, what: 'edges' })
  return outcome
}

/** What an edge found, or the lines that were asked for, kept before its command ends by the same word. */
export const keepResult = async (
  { db, changeEvents }: HearContext,
  gatewaySn: string,
  said: Said<'done'>,
  arrivedAt: number,
): Promise<void> => {
  if (!said.found && !said.lines) return
  const stationId = await transact(db, async (trx) => {
    const command = await openCommandOf(trx, gatewaySn, said.id, arrivedAt)
    if (typeof command === 'string') return null
    await saveResult(trx, command.id, { found: said.found ?? null, lines: said.lines ?? [] })
    return command.station_id
  })
  if (stationId !== null) changeEvents.tell({ type: 'changed', stationId, what: 'edges' })
}
