import { openDecoder } from './decoder.ts'

/** Enough for a label that fills a good part of the picture; smaller codes are looked for in the whole one. */
const firstLongest = 2000

/**
 * The texts of all codes in a picture.
 * @throws when the file is no picture that this browser can open, or the decoder cannot be loaded.
 */
const readOne = async (
  file: Blob,
  read: (picture: ImageBitmap) => Promise<{ text: string }[]>,
): Promise<string[]> => {
  const whole = await createImageBitmap(file)
  const scale = firstLongest / Math.max(whole.width, whole.height)
  if (scale < 1) {
    const small = await createImageBitmap(whole, {
      resizeWidth: Math.round(whole.width * scale),
      resizeHeight: Math.round(whole.height * scale),
      resizeQuality: 'high',
    })
    const found = await read(small)
    if (found.length > 0) {
      whole.close()
      return found.map(({ text }) => text)
    }
  }
  return (await read(whole)).map(({ text }) => text)
}

/** Reads photos one after the other; null in the place of one that could not be opened. */
export const readPhotos = async (files: readonly Blob[]): Promise<(string[] | null)[]> => {
  const decoder = openDecoder()
  const all: (string[] | null)[] = []
  try {
    for (const file of files) all.push(await readOne(file, decoder.read).catch(() => null))
  } finally {
    decoder.close()
  }
  return all
}
