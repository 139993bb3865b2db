/** Pixels row by row from the top, 3 or 4 bytes each: red, green, blue and, with 4, opacity. */
export type Bitmap = { width: number; height: number; channels: 3 | 4; pixels: Uint8Array }

const [RGB, RLE8, RLE4, BITFIELDS, ALPHA_BITFIELDS] = [0, 1, 2, 3, 6]
const depths = [1, 4, 8, 24, 32]
const headers = [12, 40, 52, 56, 64, 108, 124]

type Head = {
  width: number
  height: number
  topDown: boolean
  depth: number
  compression: number
  palette: Uint8Array
  masks: readonly [number, number, number, number]
  data: number
}

const readHead = (view: DataView, bytes: Uint8Array, mostPixels: number): Head | null => {
  if (bytes.length < 26 || bytes[0] !== 0x42 || bytes[1] !== 0x4d) return null
  const size = view.getUint32(14, true)
  if (!headers.includes(size) || bytes.length < 14 + size) return null
  const old = size === 12
  const width = old ? view.getUint16(18, true) : view.getInt32(18, true)
  const tall = old ? view.getUint16(20, true) : view.getInt32(22, true)
  const planes = view.getUint16(old ? 22 : 26, true)
  const depth = view.getUint16(old ? 24 : 28, true)
  const compression = old ? RGB : view.getUint32(30, true)
  const height = Math.abs(tall)
  if (planes !== 1 || width < 1 || height < 1 || width * height > mostPixels || !depths.includes(depth))
    return null
  const packed = compression === RLE8 || compression === RLE4
  const fits =
    compression === RGB ||
    (compression === RLE8 && depth === 8) ||
    (compression === RLE4 && depth === 4) ||
    ((compression === BITFIELDS || compression === ALPHA_BITFIELDS) && depth === 32)
  // A packed picture cannot stand on its head, says the format.
  if (!fits || (packed && tall < 0)) return null
  let after = 14 + size
  let masks: Head['masks'] = [0x00ff0000, 0x0000ff00, 0x000000ff, 0]
  if (compression === BITFIELDS || compression === ALPHA_BITFIELDS) {
    const count = compression === ALPHA_BITFIELDS || size >= 56 ? 4 : 3
    // With the short header the masks follow it; the longer ones hold them.
    if (size === 40) after += 4 * count
    if (bytes.length < 54 + 4 * count) return null
    const mask = (no: number): number => (no < count ? view.getUint32(54 + 4 * no, true) : 0)
    masks = [mask(0), mask(1), mask(2), mask(3)]
  }
  const data = view.getUint32(10, true)
  if (data < after || data > bytes.length) return null
  if (depth > 8)
    return { width, height, topDown: tall < 0, depth, compression, palette: new Uint8Array(), masks, data }
  const entry = old ? 3 : 4
  const stated = old ? 0 : view.getUint32(46, true)
  const colours = stated === 0 ? 2 ** depth : stated
  if (colours > 2 ** depth || after + colours * entry > data) return null
  const palette = new Uint8Array(colours * 3)
  for (let no = 0; no < colours; no += 1) {
    for (let part = 0; part < 3; part += 1) palette[no * 3 + part] = bytes[after + no * entry + 2 - part] ?? 0
  }
  return { width, height, topDown: tall < 0, depth, compression, palette, masks, data }
}

/** Colour numbers of a packed picture, or null where a run leaves its row or the file ends too early. */
const unpack = (bytes: Uint8Array, head: Head): Uint8Array | null => {
  const { width, height, depth } = head
  const numbers = new Uint8Array(width * height)
  let [at, x, y] = [head.data, 0, 0]
  while (at + 1 < bytes.length) {
    const [count = 0, value = 0] = [bytes[at], bytes[at + 1]]
    at += 2
    if (count > 0) {
      if (y >= height || x + count > width) return null
      for (let no = 0; no < count; no += 1)
        numbers[y * width + x + no] = depth === 8 ? value : no % 2 === 0 ? value >> 4 : value & 15
      x += count
    } else if (value === 0) {
      x = 0
      y += 1
      if (y > height) return null
    } else if (value === 1) return numbers
    else if (value === 2) {
      if (at + 1 >= bytes.length) return null
      x += bytes[at] ?? 0
      y += bytes[at + 1] ?? 0
      at += 2
      if (x > width || y >= height) return null
    } else {
      const length = depth === 8 ? value : Math.ceil(value / 2)
      if (y >= height || x + value > width || at + length > bytes.length) return null
      for (let no = 0; no < value; no += 1) {
        const byte = bytes[at + (depth === 8 ? no : no >> 1)] ?? 0
        numbers[y * width + x + no] = depth === 8 ? byte : no % 2 === 0 ? byte >> 4 : byte & 15
      }
      x += value
      at += length + (length % 2)
    }
  }
  return null
}

/** How a mask of a 32-bit pixel is read: shift and highest value; null when its bits are not side by side. */
const channelOf = (mask: number): { shift: number; most: number } | null => {
  if (mask === 0) return { shift: 0, most: 0 }
  const shift = 31 - Math.clz32(mask & -mask)
  const most = mask >>> shift
  return (most & (most + 1)) === 0 ? { shift, most } : null
}

/** A part of a 32-bit pixel as 0 to 255. */
const scaled = (pixel: number, { shift, most }: { shift: number; most: number }): number =>
  most === 0 ? 0 : Math.round((((pixel >>> shift) & most) >>> 0) * (255 / most))

/**
 * Reads a BMP strictly: depths 1, 4, 8, 24 and 32, plain, RLE or with bit fields. null for everything else: any length
 * that does not add up, a palette that is too short, a colour outside it, a run that leaves its row.
 * Format: Windows GDI bitmap storage, and the OS/2 1.x header.
 */
export const readBmp = (bytes: Uint8Array, mostPixels: number): Bitmap | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = readHead(view, bytes, mostPixels)
  if (head === null) return null
  const { width, height, depth, palette, data } = head
  const packed = head.compression === RLE8 || head.compression === RLE4
  const stride = Math.ceil((width * depth) / 32) * 4
  if (!packed && data + stride * height > bytes.length) return null
  const numbers = packed ? unpack(bytes, head) : null
  if (packed && numbers === null) return null
  const [r, g, b, a] = head.masks.map(channelOf)
  if (!r || !g || !b || !a) return null
  const channels = depth === 32 && a.most > 0 ? 4 : 3
  const pixels = new Uint8Array(width * height * channels)
  for (let y = 0; y < height; y += 1) {
    const line = head.topDown ? y : height - 1 - y
    const from = data + line * stride
    for (let x = 0; x < width; x += 1) {
      const to = (y * width + x) * channels
      if (depth === 24) {
        for (let part = 0; part < 3; part += 1) pixels[to + part] = bytes[from + x * 3 + 2 - part] ?? 0
      } else if (depth === 32) {
        const pixel = view.getUint32(from + x * 4, true)
        pixels[to] = scaled(pixel, r)
        pixels[to + 1] = scaled(pixel, g)
        pixels[to + 2] = scaled(pixel, b)
        if (channels === 4) pixels[to + 3] = scaled(pixel, a)
      } else {
        const no = numbers
          ? (numbers[line * width + x] ?? 0)
          : depth === 8
            ? (bytes[from + x] ?? 0)
            : ((bytes[from + ((x * depth) >> 3)] ?? 0) >> (8 - depth - ((x * depth) & 7))) & (2 ** depth - 1)
        if (no * 3 >= palette.length) return null
        pixels.set(palette.subarray(no * 3, no * 3 + 3), to)
      }
    }
  }
  return { width, height, channels, pixels }
}
