import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { receiveFile } from '#server/features/files/receive-file.ts'
import type { Who } from '#server/features/accounts/who.ts'
import type { Context } from '#server/context.ts'

/** Rows of modules under a sky: enough to look like what a phone took on a roof. */
const array = (sky: string, module: string): string => {
  const cells = Array.from({ length: 24 }, (_, no) => {
    const [x, y] = [20 + (no % 8) * 76, 150 + Math.floor(no / 8) * 96]
    return `<rect x="${x}" y="${y}" width="70" height="88" rx="3" fill="${module}" stroke="#c9d2dc" stroke-width="3"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="${sky}"/><rect y="120" width="640" height="360" fill="#8a6f5a"/>${cells.join('')}</svg>`
}

const signature =
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="180"><rect width="480" height="180" fill="#fff"/><path d="M40 120 C70 20 100 20 105 90 S150 150 170 70 S215 40 225 110 S300 140 320 60 S380 60 440 110" fill="none" stroke="#1d2129" stroke-width="5" stroke-linecap="round"/></svg>'

export type Picture = 'before' | 'after' | 'signature'
const drawn: Record<Picture, string> = {
  before: array('#a9c4de', '#5b6470'),
  after: array('#8fc1ec', '#16325c'),
  signature,
}
const made = new Map<Picture, Promise<Buffer>>()

/** Sends a picture as its sender would; gives its id. */
export const sendPicture = async (
  context: Context,
  who: Who,
  now: number,
  kind: Picture,
): Promise<string> => {
  const bytes = made.get(kind) ?? sharp(Buffer.from(drawn[kind])).png().toBuffer()
  made.set(kind, bytes)
  const id = randomUUID()
  await receiveFile(
    context,
    { who, now },
    {
      id,
      purpose: 'order_image',
      name: `${kind}.png`,
      type: 'image/png',
      body: Readable.from([await bytes]),
    },
  )
  return id
}
