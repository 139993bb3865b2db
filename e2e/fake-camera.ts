// A film of labels for Chromium's fake camera: each label is drawn by a generator of codes and held still for a moment.
// The app reads it with its real decoder.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { toBuffer } from 'bwip-js/node'
import sharp from 'sharp'

export type Label = { format: 'qrcode' | 'code128' | 'datamatrix'; text: string }

const width = 540
const height = 720
/** The fraction of a second that a label stays. What was missed comes again: the film has no end. */
const framesPerSecond = 2

/** Half the pixels of a module: large alone, small beside others. */
const scaleOf = (format: Label['format'], alone: boolean): number =>
  format === 'code128' ? 2 : format === 'qrcode' ? (alone ? 6 : 3) : alone ? 10 : 4

const drawn = async ({ format, text }: Label, alone: boolean): Promise<Buffer> =>
  toBuffer({
    bcid: format,
    text,
    scale: scaleOf(format, alone),
    ...(format === 'code128' && { height: 18, includetext: true }),
    backgroundcolor: 'F2F2EE',
    // The quiet zone, without which no code can be told from what is beside it.
    padding: 10,
  })

/** A wall with labels under each other. */
const wallOf = async (labels: readonly Label[]) => {
  const room = height / labels.length
  const pieces = await Promise.all(
    labels.map(async (label, no) => {
      const input = await drawn(label, labels.length === 1)
      const size = await sharp(input).metadata()
      return {
        input,
        left: Math.round((width - (size.width ?? 0)) / 2),
        top: Math.round(room * (no + 0.5) - (size.height ?? 0) / 2),
      }
    }),
  )
  const wall = { width, height, channels: 3 as const, background: '#7d7a72' }
  return sharp({ create: wall }).composite(pieces)
}

/** The same as a photo that somebody took. */
export const photoOf = async (labels: readonly Label[]): Promise<Buffer> =>
  (await wallOf(labels)).jpeg().toBuffer()

/** Writes a Y4M film; each of `scenes` shows its labels at once. */
export const writeFilm = async (file: string, scenes: readonly (readonly Label[])[]): Promise<void> => {
  const film = createWriteStream(file)
  film.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
  const grey = Buffer.alloc(width * height * 0.5, 128)
  for (const scene of scenes) {
    film.write('FRAME\n')
    film.write(await (await wallOf(scene)).greyscale().raw().toBuffer())
    if (!film.write(grey)) await once(film, 'drain')
  }
  film.end()
  await once(film, 'finish')
}
