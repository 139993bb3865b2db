import { addingDraftFrom, newAddingDraft, type AddingDraft } from '../devices/adding/adding-draft.ts'
import { draftKey, dropDraft, readDraft, writeDraft } from '../data/draft-store.ts'
import { personIdNow } from '../data/signed-in.ts'
import { pathTo } from '../paths.ts'
import { navigate } from '../shell/navigate.ts'
import { queue } from './queue.ts'
import type { QueuedAct } from './queued-act.ts'

/** The serials that were not taken are on the list again, with the reason beside each. */
const rowsBack = async ({ call, refusal }: QueuedAct): Promise<string | null> => {
  const personId = personIdNow()
  if (call.route !== 'POST /api/stations/{stationId}/devices' || personId === null) return null
  const stationId = call.params['stationId'] ?? ''
  const key = draftKey(personId, `devices ${stationId}`)
  const draft: AddingDraft = addingDraftFrom(await readDraft<AddingDraft>(key)) ?? newAddingDraft()
  const codes = new Map((refusal?.rows ?? []).map(({ id, code }) => [id, code]))
  const back = call.body.devices
    .filter(({ id }) => (codes.size === 0 || codes.has(id)) && !draft.rows.some((row) => row.id === id))
    .map((row) => ({ ...row, checked: null, refused: (codes.get(row.id) ?? null) as 'sn_repeat' | null }))
  await writeDraft(key, { ...draft, attempt: null, rows: [...draft.rows, ...back] })
  return stationId
}

/** Off the queue and back in its form, as it was. What built upon it goes back with it. */
export const takeBack = async (act: QueuedAct): Promise<void> => {
  const stationId = await rowsBack(act)
  if (act.restore) await writeDraft(act.restore.key, act.restore.draft)
  await queue.remove(act.id)
  if (stationId !== null) navigate.push(pathTo('add-generate-power-device', { stationId }))
  else if (act.call.route === 'POST /api/orders/{orderId}/actions')
    navigate.push(pathTo('work-order-detail', { orderId: act.call.params.orderId }))
  else if (act.restore) navigate.push(pathTo('add-work-order', act.restore.search))
}

/** Gone from this phone, with its drafts and pictures. */
export const discard = async (act: QueuedAct): Promise<void> => {
  const gone = await queue.remove(act.id)
  const keys = gone.flatMap(({ drafts, files }) => [...drafts, ...files.map(({ kept }) => kept)])
  await Promise.all(keys.map(dropDraft))
}
