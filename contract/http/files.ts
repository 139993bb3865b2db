import * as z from 'zod/mini'
import { instant, line, uuid } from '#domain/accounts/fields.ts'
import { filePurposes } from '#domain/files/file-types.ts'
import { FILE_BYTES_MAX } from '#domain/files/limits.ts'
import { routeTable } from './route.ts'

export const fileView = z.strictObject({
  id: uuid,
  purpose: z.enum(filePurposes),
  /** As it may be shown; never part of an address. */
  name: z.string(),
  /** Media type of what is stored: pictures are stored as JPEG or PNG. */
  type: z.string(),
  bytes: z.number(),
  /** Pixels of a picture; null for a document. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  createdAt: instant,
})

export const fileRoutes = routeTable({
  'PUT /api/files/{fileId}': {
    summary:
      'Send a file, at most 10 x 1024 x 1024 bytes. It belongs to nothing until an object that names its id is saved. The same id and the same bytes again are the same file',
    // What each purpose needs is asked by the handler.
    permission: 'signed-in',
    objects: { fileId: 'file' },
    makes: 'fileId',
    query: z.strictObject({ purpose: z.enum(filePurposes), name: line(400) }),
    upload: { maxBytes: FILE_BYTES_MAX },
    output: z.strictObject({ file: fileView }),
    errors: [
      'file_too_large',
      'file_refused',
      'office_unsound',
      'image_unreadable',
      'image_too_many_pixels',
      'storage_full',
      'wrong_state',
    ],
  },
  'GET /api/files/{fileId}': {
    summary: 'A stored file. Pictures in full or small; documents to be saved only',
    permission: 'signed-in',
    objects: { fileId: 'file' },
    query: z.strictObject({ size: z.optional(z.enum(['full', 'thumb'])) }),
    download: true,
    output: z.unknown(),
  },
  'DELETE /api/files/{fileId}': {
    summary: 'Take back a file that was sent and belongs to nothing yet',
    permission: 'signed-in',
    objects: { fileId: 'file' },
    output: z.strictObject({}),
    errors: ['wrong_state'],
  },
})
