import { type ChecklistAnswer, checklists } from '#domain/work-orders/checklists.ts'
import type { OrderType } from '#domain/work-orders/order-states.ts'
import { signatureHolds, type SignedReport } from '#domain/work-orders/signatures.ts'
import { type FileRow, giveToStation, looseAmong } from '../files/file-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { ownAmong, insertFiles, insertAnswers } from './order-file-store.ts'
import { lastSigned } from './order-flow-store.ts'

/** Files that the order has already: what was added with one record may be named with another. */
const ownFiles = async (
  trx: Db,
  orderId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileRow['purpose']>> => {
  if (ids.length === 0) return new Map()
  const rows = await ownAmong(trx, orderId, ids)
  return new Map(rows.map(({ id, purpose }) => [id, purpose]))
}

/**
 * Before anything is said about the rest of a call: these files are the caller's and belong to nothing yet, or are the
 * order's own. @throws Refusal `not_found`
 */
export const mustBeFree = async (
  trx: Db,
  { orderId, accountId }: { orderId: string; accountId: string },
  ids: readonly string[],
): Promise<void> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const own = await ownFiles(trx, orderId, wanted)
  const others = wanted.filter((id) => !own.has(id))
  if (others.length === 0) return
  const found = await looseAmong(trx, accountId, others)
  if (found.length !== others.length) refuse('not_found')
}

/**
 * A signature vouches for what it was written under: named again it holds for the same person's same text, in its line.
 * @throws Refusal `signature_stale`
 */
export const mustBeSigned = async (
  trx: Db,
  order: { id: string; type: OrderType },
  report: SignedReport,
  answers: readonly ChecklistAnswer[],
): Promise<void> => {
  const lines = checklists[order.type].flatMap(({ key, kind }) => (kind === 'signature' ? [key] : []))
  const signed = answers.flatMap(({ key, fileId }) =>
    fileId && lines.includes(key) ? [{ key, fileId }] : [],
  )
  const own = await ownFiles(
    trx,
    order.id,
    signed.map(({ fileId }) => fileId),
  )
  const again = signed.filter(({ fileId }) => own.has(fileId))
  if (again.length === 0) return
  const last = await lastSigned(trx, order.id)
  const holds = ({ key, fileId }: (typeof again)[number]): boolean =>
    last.some(
      (row) =>
        row.key === key &&
        row.file_id === fileId &&
        row.account_id !== null &&
        signatureHolds({ text: row.text, accountId: row.account_id }, report),
    )
  const stale = again.find((one) => !holds(one))
  if (stale) refuse('signature_stale', { field: `checklist.${stale.key}` })
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
 * What the caller has sent becomes the order's: with a record of its flow. A file belongs to one order only, and stands
 * once in a record.
 * @throws Refusal `not_found` for a file that is not the caller's, not of this purpose or elsewhere already;
 * `invalid_input` for one that is named twice
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
  const own = await ownFiles(
    trx,
    orderId,
    all.map(({ id }) => id),
  )
  const twice = all.find(({ id }, at) => all.findIndex((one) => one.id === id) !== at)
  if (twice) refuse('invalid_input', { field: twice.field })
  const positions = { image: 0, file: 0, check: 0 }
  const rows = []
  for (const { id, role, field } of all) {
    const purpose = role === 'file' ? ('order_file' as const) : ('order_image' as const)
    const isGiven = own.has(id)
      ? own.get(id) === purpose
      : await giveToStation(trx, { id, purpose, stationId, accountId })
    if (!isGiven) refuse('not_found', { field })
    rows.push({ order_id: orderId, flow_id: flowId, file_id: id, role, position: positions[role] })
    positions[role] += 1
  }
  if (rows.length > 0) await insertFiles(trx, rows)
  if (given.answers.length > 0)
    await insertAnswers(
      trx,
      given.answers.map(({ key, value, fileId }) => ({
        order_id: orderId,
        flow_id: flowId,
        key,
        value: JSON.stringify(value),
        file_id: fileId,
      })),
    )
}
