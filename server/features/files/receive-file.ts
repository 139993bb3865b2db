import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { permits, type Permission } from '#domain/accounts/permissions.ts'
import { displayName } from '#domain/files/display-name.ts'
import {
  type FileKind,
  fileKinds,
  type FilePurpose,
  isImage,
  kindOfFile,
  kindsOf,
} from '#domain/files/file-types.ts'
import { imageSize } from '#domain/files/image-size.ts'
import { FILE_BYTES_MAX, PIXELS_MAX } from '#domain/files/limits.ts'
import { isOfficeFile, zipParts } from '#domain/files/zip-directory.ts'
import type { Caller, Who } from '../accounts/who.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { discard, receive, type Received, temporary } from '../../platform/files/file-disk.ts'
import { nameOf, type Prepared } from '../../platform/files/store.ts'
import { type FileRow, fileOfId, insertFile, inTurn, storedBytes } from './file-store.ts'
import { partsHold } from './weigh-parts.ts'

export type NewFile = {
  /** The sender's: sending it again is the same file. */
  id: string
  purpose: FilePurpose
  name: string
  /** Content-Type. */
  type: string
  body: Readable
}

const neededFor: Record<FilePurpose, readonly [Permission, ...Permission[]]> = {
  station_image: ['station:station:create', 'station:station:edit'],
  order_image: ['om:order:create', 'om:order:handle', 'om:report:create'],
  order_file: ['om:order:create', 'om:order:handle', 'om:report:create'],
}

type Ready = { full: string; thumb: string | null } & Pick<FileRow, 'type' | 'bytes' | 'width' | 'height'>

/** A picture is decoded and written anew; what somebody sent is not kept. */
const readyImage = async (
  { files }: Pick<Context, 'files'>,
  kind: FileKind,
  sent: Received,
): Promise<Ready> => {
  const size = imageSize(kind, await readFile(sent.path)) ?? refuse('image_unreadable')
  if (size.width * size.height > PIXELS_MAX) refuse('image_too_many_pixels')
  const [full, thumb] = [await temporary(files.dir), await temporary(files.dir)]
  try {
    const known = kind as 'jpg' | 'png' | 'bmp'
    const { width, height, bytes, type } = await files.decoder.decode({
      kind: known,
      from: sent.path,
      full,
      thumb,
    })
    return { full, thumb, width, height, bytes, type }
  } catch (error) {
    await discard(full, thumb)
    throw error
  }
}

const readyDocument = async (kind: FileKind, sent: Received): Promise<Ready> => {
  if (kind === 'docx' || kind === 'xlsx' || kind === 'pptx') {
    const bytes = await readFile(sent.path)
    const parts = zipParts(bytes) ?? refuse('office_unsound')
    if (!isOfficeFile(kind, parts)) refuse('file_refused')
    if (!(await partsHold(bytes, parts))) refuse('office_unsound')
  }
  return {
    full: sent.path,
    thumb: null,
    width: null,
    height: null,
    bytes: sent.bytes,
    type: fileKinds[kind].types[0],
  }
}

/** The file that this id already is; undefined when it is free. @throws Refusal `not_found`, `wrong_state` */
const already = async (
  db: Db,
  who: Who,
  { id, purpose }: NewFile,
  sent: Received,
): Promise<FileRow | undefined> => {
  const file = await fileOfId(db, id)
  if (!file) return undefined
  if (file.created_by !== who.accountId || file.removed_at !== null) refuse('not_found')
  if (file.purpose !== purpose || !sent.sha256.equals(file.sha256)) refuse('wrong_state', { field: 'fileId' })
  return file
}

/** Whether such a file may be sent for this purpose at all, before its body is read. */
const mayBeSent = ({ purpose, name, type }: NewFile): boolean =>
  kindsOf[purpose].some(
    (kind) => kindOfFile(purpose, { name, type }, Uint8Array.from(fileKinds[kind].starts)) === kind,
  )

/**
 * Takes in a file that belongs to nothing yet: whoever saves the object it is for gives it to that.
 * @throws Refusal `forbidden`, `file_too_large`, `file_refused`, `office_unsound`, `image_unreadable`, `image_too_many_pixels`,
 * `storage_full` when the company's quota is used up, `not_found` and `wrong_state` for an id that is in use; StoreTrouble.
 */
export const receiveFile = async (
  context: Pick<Context, 'db' | 'files'>,
  { who, now }: Pick<Caller, 'who' | 'now'>,
  file: NewFile,
): Promise<FileRow> => {
  const { db, files } = context
  const { id, purpose, name } = file
  const named = await fileOfId(db, id)
  if (named && (named.created_by !== who.accountId || named.removed_at !== null)) refuse('not_found')
  const needed = neededFor[purpose]
  if (!needed.some((one) => permits(who.permissions, one))) refuse('forbidden', { needs: needed[0] })
  if (!mayBeSent(file)) refuse('file_refused')
  const sent = await receive(files.dir, file.body, FILE_BYTES_MAX)
  const written = [sent.path]
  const prepared: Prepared[] = []
  try {
    const kind = kindOfFile(purpose, file, sent.start) ?? refuse('file_refused')
    const known = await already(db, who, file, sent)
    if (known) return known
    const ready = isImage(kind) ? await readyImage(context, kind, sent) : await readyDocument(kind, sent)
    written.push(ready.full, ...(ready.thumb === null ? [] : [ready.thumb]))
    // Brought to the store before anything is locked: that takes as long as the way is. Where it lies in the end, and so
    // what it may replace, is decided under the lock.
    for (const path of [ready.full, ready.thumb])
      if (path !== null) prepared.push(await files.store.prepare(path))
    return await transact(db, async (trx) => {
      await inTurn(trx, `files of ${who.companyId ?? who.accountId}`)
      const before = await already(trx, who, file, sent)
      if (before) return before
      if ((await storedBytes(trx, who)) + ready.bytes > files.quotaBytes) refuse('storage_full')
      const row = {
        id,
        purpose,
        company_id: who.companyId,
        name: displayName(name),
        type: ready.type,
        bytes: ready.bytes,
        sha256: sent.sha256,
        width: ready.width,
        height: ready.height,
        created_by: who.accountId,
        created_at: now,
      }
      if (!(await insertFile(trx, row))) refuse('not_found')
      const [full, thumb] = prepared
      await Promise.all([full?.place(nameOf(id, 'full')), thumb?.place(nameOf(id, 'thumb'))])
      return { ...row, station_id: null, removed_at: null }
    })
  } finally {
    await discard(...written)
    for (const one of prepared) await one.discard()
  }
}
