import { addingDraftFrom, newAddingDraft, type AddingDraft } from '../devices/adding/adding-draft.ts'
import { draftKey, draftsInHand, dropDraft, readDraft, writeDraft } from '../../app/data/draft-store.ts'
import { personIdNow } from '../../app/data/signed-in.ts'
import { pathTo } from '../../paths.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { queue } from '../../app/outbox/queue.ts'
import { withFollowers, type QueuedAct } from '../../app/outbox/queued-act.ts'

/** The serials that were not taken are on the list again, with the reason beside each. */
const rowsBack = async ({ call, refusal }: QueuedAct): Promise<void> => {
  const personId = personIdNow()
  if (call.route !== 'POST /api/stations/{stationId}/devices' || personId === null) return
  const key = draftKey(personId, `devices ${call.params['stationId'] ?? ''}`)
  await draftsInHand.flush(key)
  const draft: AddingDraft = addingDraftFrom(await readDraft<AddingDraft>(key)) ?? newAddingDraft()
  const codes = new Map((refusal?.rows ?? []).map(({ id, code }) => [id, code]))
  const back = call.body.devices
    .filter(({ id }) => (codes.size === 0 || codes.has(id)) && !draft.rows.some((row) => row.id === id))
    .map((row) => ({ ...row, checked: null, refused: (codes.get(row.id) ?? null) as 'sn_repeat' | null }))
  await writeDraft(key, { ...draft, attempt: null, rows: [...draft.rows, ...back] })
  draftsInHand.changed(key)
}

/** False when something else has been begun in its form: that stays. */
const formBack = async ({ id, restore }: QueuedAct): Promise<boolean> => {
  if (!restore) return true
  await draftsInHand.flush(restore.key)
  const there = await readDraft<{ attempt?: { key?: string } | null }>(restore.key)
  // What was left there when the page was closed while it was sent is the same.
  if (there !== undefined && there.attempt?.key !== id) return false
  await writeDraft(restore.key, restore.draft)
  draftsInHand.changed(restore.key)
  return true
}

/**
 * Off the queue and back in its form, as it was. What built upon it goes back with it. False, and nothing has changed,
 * when another one has been begun in that form.
 */
export const takeBack = async (act: QueuedAct): Promise<boolean> => {
  if (!(await formBack(act))) return false
  for (const one of withFollowers(queue.present().acts, act.id)) await rowsBack(one)
  await queue.remove(act.id)
  const { call, restore } = act
  if (call.route === 'POST /api/stations/{stationId}/devices')
    navigate.push(pathTo('add-generate-power-device', { stationId: call.params['stationId'] ?? '' }))
  else if (call.route === 'POST /api/orders/{orderId}/actions')
    navigate.push(pathTo('work-order-detail', { orderId: call.params.orderId }))
  else if (restore) navigate.push(pathTo('add-work-order', restore.search))
  return true
}

/** Gone from this phone, with its drafts and pictures. */
export const discard = async (act: QueuedAct): Promise<void> => {
  const gone = await queue.remove(act.id)
  const keys = gone.flatMap(({ drafts, files }) => [...drafts, ...files.map(({ kept }) => kept)])
  await Promise.all(keys.map(dropDraft))
}
