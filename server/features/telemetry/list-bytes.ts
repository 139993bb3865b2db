/**
 * What trackers or strings said at a time, in bytes (docs/decisions/131-small-rows.md). The database reads them too
 * (`said_list` and `tracker_values` in migration 0262).
 */

const NUMBERED = 128
const PARTS_MAX = 255
const NUMBER_MAX = 255
const DECIMALS_MAX = 9
const scales = Array.from({ length: DECIMALS_MAX + 1 }, (_, decimals) => 10 ** decimals)
/** By the bytes of a value: 0, above which values stand. */
const middles = [0, 2 ** 7, 2 ** 15, 2 ** 23, 2 ** 31] as const
const WIDEST = middles[4] - 1

export const trackerKeys = ['u', 'i', 'p'] as const
export const stringKeys = ['i'] as const

type Part<Key extends string> = { n: number } & { [key in Key]?: number | null | undefined }

/** Null: bytes cannot say exactly this. */
export const listBytes = <Key extends string>(
  list: readonly Part<Key>[] | null,
  keys: readonly Key[],
): Buffer | null => {
  if (list === null || list.length === 0 || list.length > PARTS_MAX) return null
  let numbered = false
  for (const [index, { n }] of list.entries()) {
    if (n === index + 1) continue
    if (n > NUMBER_MAX) return null
    numbered = true
  }
  const whole: (number | null)[] = []
  const decimals: number[] = []
  let furthest = 0
  for (const key of keys) {
    const places = decimalsOf(list, key)
    if (places === null) return null
    decimals.push(places)
    const scale = scales[places] ?? 1
    for (const part of list) {
      const value = part[key] ?? null
      const one = value === null ? null : Math.round(value * scale)
      if (one !== null) furthest = Math.max(furthest, Math.abs(one))
      whole.push(one)
    }
  }
  if (furthest > WIDEST) return null
  const width = furthest < middles[1] ? 1 : furthest < middles[2] ? 2 : furthest < middles[3] ? 3 : 4
  const head = 2 + keys.length
  const bytes = Buffer.allocUnsafe(head + list.length * ((numbered ? 1 : 0) + keys.length * width))
  bytes[0] = list.length
  bytes[1] = width + (numbered ? NUMBERED : 0)
  for (const [index, places] of decimals.entries()) bytes[2 + index] = places
  let at = head
  if (numbered) for (const { n } of list) bytes[at++] = n
  for (let part = 0; part < list.length; part += 1)
    for (let key = 0; key < keys.length; key += 1) {
      const one = whole[key * list.length + part] ?? null
      bytes.writeUIntBE(one === null ? 0 : one + middles[width], at, width)
      at += width
    }
  return bytes
}

/** Decimals that say all of a key's values exactly; null = more than bytes have. */
const decimalsOf = <Key extends string>(list: readonly Part<Key>[], key: Key): number | null => {
  let places = 0
  for (const part of list) {
    const value: number | null = part[key] ?? null
    if (value === null) continue
    for (;;) {
      const scale = scales[places]
      if (scale === undefined) return null
      if (Math.round(value * scale) / scale === value) break
      places += 1
    }
  }
  return places
}

export const listOf = <Key extends string>(
  bytes: Buffer,
  keys: readonly Key[],
): ({ n: number } & Record<Key, number | null>)[] => {
  const [parts = 0, form = 0] = bytes
  const numbered = form >= NUMBERED
  const width = form % NUMBERED
  const middle = middles[width] ?? 0
  const head = 2 + keys.length
  let at = head + (numbered ? parts : 0)
  return Array.from({ length: parts }, (_, part) => {
    const values: Record<string, number | null> = { n: numbered ? (bytes[head + part] ?? 0) : part + 1 }
    for (let key = 0; key < keys.length; key += 1) {
      const code = bytes.readUIntBE(at, width)
      values[keys[key] ?? ''] = code === 0 ? null : (code - middle) / (scales[bytes[2 + key] ?? 0] ?? 1)
      at += width
    }
    return values as { n: number } & Record<Key, number | null>
  })
}
