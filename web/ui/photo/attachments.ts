import { newId } from '../../data/new-id.ts'
import { uploads } from './uploads.ts'

/** A picture or document of a form that is being filled: `slot` names its upload, the draft keeps the list. */
export type Attachment = { slot: string; name: string }

export const slotFor = (name: string): Attachment => ({ slot: newId(), name })
export const uploadOf = (uploadKey: string, { slot }: Attachment): string => `${uploadKey} ${slot}`

/** Waits for all that is under way. The ids of the files in order, or null when one of them did not arrive. */
export const sentFiles = async (uploadKey: string, list: readonly Attachment[]): Promise<string[] | null> => {
  const ids: string[] = []
  for (const one of list) {
    const key = uploadOf(uploadKey, one)
    const arrived = await uploads.settled(key)
    const upload = uploads.of(key)
    if (!arrived || upload?.state !== 'sent') return null
    ids.push(upload.id)
  }
  return ids
}

/** Saved or given up: nothing of them stays in the phone. */
export const forgetFiles = async (uploadKey: string, list: readonly Attachment[]): Promise<void> => {
  await Promise.all(list.map((one) => uploads.forget(uploadOf(uploadKey, one))))
}
