import sharp from 'sharp'

/** A photo of one colour, as a chooser of files gives it; pixels. */
export const photoOf = async (
  colour: string,
  [width, height]: readonly [number, number] = [1200, 900],
): Promise<{ name: string; mimeType: string; buffer: Buffer }> => ({
  name: `${colour}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer(),
})
