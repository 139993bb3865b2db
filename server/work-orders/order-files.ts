import type { ChecklistAnswer } from '#domain/work-orders/checklists.ts'
import { giveToStation } from '../files/file-store.ts'
import type { Db } from '../kitchen.ts'
import { refuse } from '../refusal.ts'

/** Before anything is said about the rest of a call: these files are the caller's, and belong to nothing yet. @throws Refusal `not_found` */
export const mustBeLoose = async (trx: Db, accountId: string, ids: readonly string[]): Promise<void> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await trx
    .selectFrom('file')
    .select('id')
    .where('id', 'in', wanted)
    .where('created_by', '=', accountId)
    .where('station_id', 'is', null)
    .where('removed_at', 'is', null)
    .execute()
  if (found.length !== wanted.length) refuse('not_found')
}

type Given = {
  orderId: string
  flowId: number
  stationId: string
  accountId: string
  images: readonly string[]
  files: readonly string[]
  answers: readonly ChecklistAnswer[]
}

/**
 * What the caller has sent becomes the order's: with a record of its flow. A file belongs to one order only.
 * @throws Refusal `not_found` for a file that is not the caller's, not of this purpose or elsewhere already
 */
export const giveFiles = async (trx: Db, given: Given): Promise<void> => {
  const { orderId, flowId, stationId, accountId } = given
  const checks = given.answers.flatMap(({ key, fileId }) =>
    fileId === null ? [] : [{ id: fileId, field: `checklist.${key}` }],
  )
  const all = [
    ...given.images.map((id) => ({ id, role: 'image' as const, field: 'images' })),
    ...given.files.map((id) => ({ id, role: 'file' as const, field: 'files' })),
    ...checks.map((one) => ({ ...one, role: 'check' as const })),
  ]
  const positions = { image: 0, file: 0, check: 0 }
  const rows = []
  for (const { id, role, field } of all) {
    const purpose = role === 'file' ? ('order_file' as const) : ('order_image' as const)
    if (!(await giveToStation(trx, { id, purpose, stationId, accountId }))) refuse('not_found', { field })
    rows.push({ order_id: orderId, flow_id: flowId, file_id: id, role, position: positions[role] })
    positions[role] += 1
  }
  if (rows.length > 0) await trx.insertInto('order_file').values(rows).execute()
  if (given.answers.length > 0)
    await trx
      .insertInto('order_answer')
      .values(
        given.answers.map(({ key, value, fileId }) => ({
          order_id: orderId,
          flow_id: flowId,
          key,
          value: JSON.stringify(value),
          file_id: fileId,
        })),
      )
      .execute()
}
