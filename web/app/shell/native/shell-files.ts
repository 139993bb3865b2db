import { FILE_PART_MAX, type FromShell } from '#contract/shell/messages.ts'

type Part = FromShell['file.part']

/** Far more than eight pictures of 10M come in. */
const LONGEST_FILE_PARTS = Math.ceil((10 * 1024 * 1024) / FILE_PART_MAX) + 1

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** Puts files together from their parts, in whatever order they come. `add` gives all of them once the last is there. */
export const createFileBuilder = (): { add: (part: Part) => File[] | 'incomplete' | 'wrong' } => {
  const files = new Map<number, { name: string; mime: string; of: number; parts: Map<number, BlobPart> }>()
  let expected: number | null = null
  return {
    add: ({ file, files: count, name, mime, n, of, data }) => {
      if (count === 0) return []
      expected ??= count
      if (count !== expected || file >= count || of < 1 || n >= of || of > LONGEST_FILE_PARTS) return 'wrong'
      const one = files.get(file) ?? { name, mime, of, parts: new Map<number, BlobPart>() }
      if (one.of !== of) return 'wrong'
      try {
        one.parts.set(n, bytesOf(data))
      } catch {
        return 'wrong'
      }
      files.set(file, one)
      const whole =
        files.size === count && [...files.values()].every(({ parts, of: all }) => parts.size === all)
      if (!whole) return 'incomplete'
      return [...files.entries()]
        .toSorted(([a], [b]) => a - b)
        .map(
          ([, { name: called, mime: type, parts }]) =>
            new File(
              [...parts.entries()].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes),
              called,
              { type },
            ),
        )
    },
  }
}

/** Gives a file field files as if somebody had chosen them there. */
export const fillField = (field: HTMLInputElement, files: readonly File[]): void => {
  const given = new DataTransfer()
  for (const file of field.multiple ? files : files.slice(0, 1)) given.items.add(file)
  field.files = given.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
