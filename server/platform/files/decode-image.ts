// A process of its own: whatever a picture does to a decoder happens here, and this is killed ten seconds after it
// was given one.
import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { readBmp } from '#domain/files/bmp.ts'
import { PIXELS_MAX } from '#domain/files/limits.ts'

export type DecodeJob = { no: number; kind: 'jpg' | 'png' | 'bmp'; from: string; full: string; thumb: string }
export type DecodeAnswer = { no: number } & (
  | { ok: true; width: number; height: number; bytes: number; type: string }
  | { ok: false }
)

/** Longest sides in pixels: enough to read a type plate on a photograph; three times a card's width. */
const [fullSide, thumbSide] = [4096, 640]

sharp.cache(false)
sharp.concurrency(1)

const open = async ({ kind, from }: DecodeJob): Promise<Sharp> => {
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error' as const, sequentialRead: true }
  if (kind !== 'bmp') return sharp(from, options)
  const bitmap = readBmp(await readFile(from), PIXELS_MAX)
  if (bitmap === null) throw new Error('no sound BMP')
  const { width, height, channels, pixels } = bitmap
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: PIXELS_MAX })
}

const within = (image: Sharp, side: number): Sharp =>
  image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })

/** Decodes wholly and writes anew: turned as the camera said, in sRGB, without any metadata or what followed the picture. */
const decode = async (job: DecodeJob): Promise<DecodeAnswer> => {
  const full = within((await open(job)).autoOrient(), fullSide)
  const encoded = job.kind === 'jpg' ? full.jpeg({ quality: 85 }) : full.png({ compressionLevel: 7 })
  const { width, height, size } = await encoded.toFile(job.full)
  await within(sharp(job.full, { limitInputPixels: PIXELS_MAX }), thumbSide)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 })
    .toFile(job.thumb)
  const type = job.kind === 'jpg' ? 'image/jpeg' : 'image/png'
  return { no: job.no, ok: true, width, height, bytes: size, type }
}

process.on('message', (job: DecodeJob) => {
  const answer = async (): Promise<void> => {
    const done = await decode(job).catch((): DecodeAnswer => ({ no: job.no, ok: false }))
    process.send?.(done)
  }
  void answer()
})
process.on('disconnect', () => process.exit())
// It is there: from now on the time of a picture counts.
process.send?.({ no: 0, ok: false } satisfies DecodeAnswer)
