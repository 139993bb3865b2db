import { type Selectable, type Insertable } from 'kysely'
import type { Level, UpgradeEvent, PauseReason } from '#domain/upgrades/upgrade-states.ts'
import type { UpgradeTable } from '../../platform/db/tables/upgrades.ts'
import type { Db } from '../../platform/db/handle.ts'

export type UpgradeRow = Selectable<UpgradeTable>

export const lockUpgrade = async (trx: Db, id: string): Promise<UpgradeRow | undefined> =>
  trx.selectFrom('upgrade').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Something that happened to a task, in its transaction. */
export const note = async (
  trx: Db,
  taskId: string,
  at: number,
  event: UpgradeEvent,
  about: {
    level?: Level | null
    sn?: string | null
    code?: string | null
    accountId?: string | null
  } = {},
): Promise<void> => {
  await trx
    .insertInto('upgrade_event')
    .values({
      task_id: taskId,
      at: new Date(at),
      event,
      level: about.level ?? null,
      sn: about.sn ?? null,
      code: about.code ?? null,
      account_id: about.accountId ?? null,
    })
    .execute()
}

export const markCancelled = async (trx: Db, id: string): Promise<void> => {
  await trx
    .updateTable('upgrade')
    .set({ state: 'cancelled', paused_because: null, paused_at: null })
    .where('id', '=', id)
    .execute()
}

export const markRunning = async (trx: Db, id: string): Promise<void> => {
  await trx
    .updateTable('upgrade')
    .set({ state: 'running', paused_because: null, paused_at: null })
    .where('id', '=', id)
    .execute()
}

export const markEnded = async (
  trx: Db,
  upgradeId: string,
  state: 'done' | 'cancelled',
  at: number,
): Promise<void> => {
  await trx
    .updateTable('upgrade')
    .set({
      state,
      paused_because: null,
      paused_at: null,
      ended_at: new Date(at),
    })
    .where('id', '=', upgradeId)
    .execute()
}

export const markPaused = async (
  trx: Db,
  upgradeId: string,
  because: PauseReason,
  at: number,
): Promise<void> => {
  await trx
    .updateTable('upgrade')
    .set({ state: 'paused', paused_because: because, paused_at: new Date(at) })
    .where('id', '=', upgradeId)
    .execute()
}

export const insertUpgrade = async (trx: Db, row: Insertable<UpgradeTable>): Promise<void> => {
  await trx.insertInto('upgrade').values(row).execute()
}
