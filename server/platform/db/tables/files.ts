import type { Instant, MaybeInstant } from './column-types.ts'

export type FileTable = {
  id: string
  purpose: 'station_image' | 'order_image' | 'order_file'
  station_id: string | null
  company_id: string | null
  name: string
  type: string
  bytes: number
  sha256: Uint8Array
  width: number | null
  height: number | null
  created_by: string
  created_at: Instant
  removed_at: MaybeInstant
}

export type FilesTables = {
  file: FileTable
}
