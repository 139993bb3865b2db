/** What a file may be for, and which kinds it may be then. The list is the specification's. */
export const filePurposes = ['station_image', 'order_image', 'order_file'] as const
export type FilePurpose = (typeof filePurposes)[number]

export type FileKind = 'jpg' | 'png' | 'bmp' | 'pdf' | 'doc' | 'xls' | 'ppt' | 'docx' | 'xlsx' | 'pptx'

const office = 'application/vnd.openxmlformats-officedocument'

type KindRule = {
  extensions: readonly string[]
  /** What may be declared; the first is what it is served as. */
  types: readonly [string, ...string[]]
  starts: readonly number[]
}
const oldOffice = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const zip = [0x50, 0x4b, 0x03, 0x04]

export const fileKinds: Readonly<Record<FileKind, KindRule>> = {
  jpg: { extensions: ['jpg', 'jpeg'], types: ['image/jpeg'], starts: [0xff, 0xd8, 0xff] },
  png: {
    extensions: ['png'],
    types: ['image/png'],
    starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  },
  bmp: { extensions: ['bmp'], types: ['image/bmp', 'image/x-ms-bmp', 'image/x-bmp'], starts: [0x42, 0x4d] },
  pdf: { extensions: ['pdf'], types: ['application/pdf'], starts: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  doc: { extensions: ['doc'], types: ['application/msword'], starts: oldOffice },
  xls: { extensions: ['xls'], types: ['application/vnd.ms-excel'], starts: oldOffice },
  ppt: { extensions: ['ppt'], types: ['application/vnd.ms-powerpoint'], starts: oldOffice },
  docx: { extensions: ['docx'], types: [`${office}.wordprocessingml.document`], starts: zip },
  xlsx: { extensions: ['xlsx'], types: [`${office}.spreadsheetml.sheet`], starts: zip },
  pptx: { extensions: ['pptx'], types: [`${office}.presentationml.presentation`], starts: zip },
}

const images = ['jpg', 'png', 'bmp'] as const satisfies readonly FileKind[]
/** Kinds by purpose. In an order's files pictures are png and jpg alone. */
export const kindsOf: Readonly<Record<FilePurpose, readonly FileKind[]>> = {
  station_image: images,
  order_image: images,
  order_file: ['doc', 'docx', 'pdf', 'ppt', 'pptx', 'xls', 'xlsx', 'png', 'jpg'],
}

/** True for what is decoded and stored anew; everything else is stored as it came and only handed out. */
export const isImage = (kind: FileKind): boolean => images.some((one) => one === kind)

const extensionOf = (name: string): string =>
  /\.([A-Za-z0-9]{1,8})$/.exec(name.trim())?.[1]?.toLowerCase() ?? ''

/**
 * The kind that name, declared type and first bytes agree on; null when they do not, or when it is none for this
 * purpose. `start`: at least the first 8 bytes, where there are as many.
 */
export const kindOfFile = (
  purpose: FilePurpose,
  declared: { name: string; type: string },
  start: Uint8Array,
): FileKind | null => {
  const extension = extensionOf(declared.name)
  const type = declared.type.split(';')[0]?.trim().toLowerCase() ?? ''
  return (
    kindsOf[purpose].find((kind) => {
      const rule = fileKinds[kind]
      return (
        rule.extensions.includes(extension) &&
        rule.types.includes(type) &&
        rule.starts.every((byte, at) => start[at] === byte)
      )
    }) ?? null
  )
}
