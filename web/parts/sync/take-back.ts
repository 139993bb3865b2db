import { draftsInHand, dropDraft, readDraft, writeDraft } from '../../app/data/draft-store.ts'
import { kindIn } from '../../app/outbox/kind.ts'
import { kindsByRoute } from './kinds.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { queue } from '../../app/outbox/queue.ts'
import { withFollowers, type QueuedAct } from '../../app/outbox/queued-act.ts'

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
  for (const one of withFollowers(queue.present().acts, act.id)) await kindIn(kindsByRoute, one).back?.(one)
  await queue.remove(act.id)
  const page = kindIn(kindsByRoute, act).page(act)
  if (page !== null) navigate.push(page)
  return true
}

/** Gone from this phone, with its drafts and pictures. */
export const discard = async (act: QueuedAct): Promise<void> => {
  const gone = await queue.remove(act.id)
  const keys = gone.flatMap(({ drafts, files }) => [...drafts, ...files.map(({ kept }) => kept)])
  await Promise.all(keys.map(dropDraft))
}
