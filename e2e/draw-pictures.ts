// Draws what the browser tests show to the app: a program of its own, for a library that works outside JavaScript may
// wait for ever, and then takes the process with it that called it.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { toBuffer } from 'bwip-js/node'
import sharp from 'sharp'

export type Label = { format: 'qrcode' | 'code128' | 'datamatrix'; text: string }
export type Picture =
  /** One colour; pixels. */
  | { kind: 'jpeg' | 'png'; colour: string; width: number; height: number }
  /** Labels under each other on a wall, as somebody photographs them. */
  | { kind: 'labels'; labels: readonly Label[] }
  /** The same as a film for a camera, into `file`. */
  | { kind: 'film'; file: string; scenes: readonly (readonly Label[])[] }

const width = 540
const height = 720
/** The fraction of a second that a label stays. What was missed comes again: the film has no end. */
const framesPerSecond = 2

/** Half the pixels of a module: large alone, small beside others. */
const scaleOf = (format: Label['format'], alone: boolean): number =>
  format === 'code128' ? 2 : format === 'qrcode' ? (alone ? 6 : 3) : alone ? 10 : 4

const drawLabel = async ({ format, text }: Label, alone: boolean): Promise<Buffer> =>
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
      const input = await drawLabel(label, labels.length === 1)
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

/** Writes a Y4M film; each of `scenes` shows its labels at once. */
const writeFilm = async (file: string, scenes: readonly (readonly Label[])[]): Promise<void> => {
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

const draw = async (picture: Picture): Promise<Buffer> => {
  if (picture.kind === 'film') {
    await writeFilm(picture.file, picture.scenes)
    return Buffer.alloc(0)
  }
  if (picture.kind === 'labels') return (await wallOf(picture.labels)).jpeg().toBuffer()
  const { width, height, colour: background } = picture
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(picture.kind)
    .toBuffer()
}

const drawn = await draw(JSON.parse(process.argv[2] ?? '') as Picture)
process.stdout.write(drawn, () => process.exit())
