/** What labels of devices are printed with. */
export const codeFormats = ['qr_code', 'code_128', 'data_matrix'] as const

type Corner = { x: number; y: number }
/** A code in a picture, with its four corners in pixels of it. */
export type CodeRead = { text: string; corners: readonly Corner[] }

export type Ask = { id: number; picture: ImageBitmap }
/** `reads` null: the decoder itself failed. */
export type Answer = { id: number; reads: CodeRead[] | null; reason?: string }

type Box = { width: number; height: number }

/** The part of a picture, in its pixels, that is seen when it covers a box. */
export const seenPart = (picture: Box, box: Box): Box & Corner => {
  if (picture.width <= 0 || picture.height <= 0 || box.width <= 0 || box.height <= 0)
    return { x: 0, y: 0, width: picture.width, height: picture.height }
  const scale = Math.max(box.width / picture.width, box.height / picture.height)
  const width = Math.min(picture.width, Math.round(box.width / scale))
  const height = Math.min(picture.height, Math.round(box.height / scale))
  return {
    x: Math.floor((picture.width - width) / 2),
    y: Math.floor((picture.height - height) / 2),
    width,
    height,
  }
}

/** A code that stays in view is one; gone for this long, milliseconds, it is shown anew. */
const goneMs = 1500

/** Tells a code that comes into view from one that is still there. */
export const createSeenCodes = (): { isNew: (text: string, now: number) => boolean } => {
  const seen = new Map<string, number>()
  return {
    isNew: (text, now) => {
      const before = seen.get(text)
      seen.set(text, now)
      if (seen.size > 200) for (const [old, at] of seen) if (now - at > goneMs) seen.delete(old)
      return before === undefined || now - before > goneMs
    },
  }
}
