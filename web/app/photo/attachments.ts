import type { FilePurpose } from '#domain/files/file-types.ts'
import { newId } from '../../kit/new-id.ts'
import { goesLater, keptPicture, uploads } from './uploads.ts'

/**
 * A picture or document of a form that is being filled: `slot` names its upload, the draft keeps the list. `stored`: its
 * id on the server, where it lies already and need not be sent.
 */
export type Attachment = { slot: string; name: string; stored?: string }

export const slotFor = (name: string): Attachment => ({ slot: newId(), name })
export const storedSlot = ({ id, name }: { id: string; name: string }): Attachment => ({
  slot: id,
  name,
  stored: id,
})
export const uploadOf = (uploadKey: string, { slot }: Attachment): string => `${uploadKey} ${slot}`

/** A file by its id, which was made here, and where its bytes lie while it has not arrived. */
export type OwnFile = { id: string; purpose: FilePurpose; kept: string; sent: boolean }

/** Waits for what is under way. null when it can never arrive, or nothing is known of it. */
export const ownFile = async (key: string, purpose: FilePurpose): Promise<OwnFile | null> => {
  await uploads.settled(key)
  const upload = uploads.of(key)
  if (!upload || !(upload.state === 'sent' || goesLater(upload))) return null
  return { id: upload.id, purpose, kept: keptPicture(key), sent: upload.state === 'sent' }
}

/** Those of which nothing can arrive as they stand, by name. */
export const lostFiles = (uploadKey: string, list: readonly Attachment[]): string[] =>
  list.flatMap((one) => {
    if (one.stored !== undefined) return []
    const upload = uploads.of(uploadOf(uploadKey, one))
    const arrives = upload !== null && (upload.state !== 'failed' || goesLater(upload))
    return arrives ? [] : [one.name]
  })

/** The files in order, or null when one of them can never arrive. */
export const ownFiles = async (
  uploadKey: string,
  list: readonly Attachment[],
  purpose: FilePurpose,
): Promise<OwnFile[] | null> => {
  const files: OwnFile[] = []
  for (const one of list) {
    const file = await ownFile(uploadOf(uploadKey, one), purpose)
    if (!file) return null
    files.push(file)
  }
  return files
}

/** Saved or given up: nothing of them stays in the phone. */
export const forgetFiles = async (uploadKey: string, list: readonly Attachment[]): Promise<void> => {
  await Promise.all(list.map((one) => uploads.forget(uploadOf(uploadKey, one))))
}
