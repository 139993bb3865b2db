import type * as z from 'zod/mini'
import type { fileView } from '#contract/http/files.ts'
import type { FileRow } from './file-store.ts'

type Shown = Pick<FileRow, 'id' | 'purpose' | 'name' | 'type' | 'bytes' | 'width' | 'height' | 'created_at'>
export type FileView = z.output<typeof fileView>

export const presentFile = (row: Shown): FileView => ({
  id: row.id,
  purpose: row.purpose,
  name: row.name,
  type: row.type,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  createdAt: row.created_at,
})
