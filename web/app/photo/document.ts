import { fileKinds, kindsOf } from '#domain/files/file-types.ts'
import { FILE_BYTES_MAX } from '#domain/files/limits.ts'
import type { Picture, ShrinkFailure } from './shrink.ts'

const kindOfName = (name: string) => {
  const extension = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return kindsOf.order_file.find((kind) => fileKinds[kind].extensions.includes(extension))
}

/** What the file chooser of the phone offers for documents. */
export const acceptedDocuments = kindsOf.order_file
  .flatMap((kind) => fileKinds[kind].extensions.map((extension) => `.${extension}`))
  .join(',')

/** A document is sent as it is, under the media type that its name says. */
export const documentOf = (file: File): Picture | ShrinkFailure => {
  const kind = kindOfName(file.name)
  if (kind === undefined) return 'file_refused'
  if (file.size > FILE_BYTES_MAX) return 'file_too_large'
  return { blob: file, name: file.name, type: fileKinds[kind].types[0] }
}
