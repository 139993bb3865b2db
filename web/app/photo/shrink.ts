import { FILE_BYTES_MAX } from '#domain/files/limits.ts'

/** Longest side of what is sent: a type plate stays readable, a photograph is a tenth of what the camera made. */
const longestSide = 2560
const quality = 0.85
const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  bmp: 'image/bmp',
}
/** What the file chooser of the phone offers. */
export const acceptedImages = '.jpg,.jpeg,.png,.bmp,image/jpeg,image/png,image/bmp'

export type Picture = { blob: Blob; name: string; type: string }
export type ShrinkFailure = 'file_too_large' | 'file_refused' | 'image_unreadable'

const extensionOf = (name: string): string => /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const drawn = async (bitmap: ImageBitmap): Promise<Blob | null> => {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)]
  const offscreen = typeof OffscreenCanvas === 'function'
  const canvas = offscreen
    ? new OffscreenCanvas(width, height)
    : Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) return null
  // What is transparent is white on paper too.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/**
 * Makes a picture ready to be sent: turned as it was held, without where it was taken, small enough for one bar of
 * signal. What a browser cannot draw is sent as it is and left to the server.
 */
export const shrink = async (file: File): Promise<Picture | ShrinkFailure> => {
  const type = types[extensionOf(file.name)]
  if (type === undefined) return 'file_refused'
  if (file.size > FILE_BYTES_MAX) return 'file_too_large'
  const as = { blob: file, name: file.name, type }
  if (typeof createImageBitmap !== 'function') return as
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return 'image_unreadable'
  }
  try {
    const small = await drawn(bitmap)
    // A drawing in few colours is smaller as the PNG it was.
    if (!small || (small.size >= file.size && type !== 'image/bmp')) return as
    return { blob: small, name: file.name.replace(/\.[A-Za-z0-9]+$/, '.jpg'), type: 'image/jpeg' }
  } finally {
    bitmap.close()
  }
}
