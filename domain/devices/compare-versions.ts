/**
 * Compares versions of hardware or programs as people number them: runs of digits as numbers, the rest as text without case. `B` <
 * `C`, `1.9` < `1.10`, `1` < `1.0`. Negative, 0 or positive.
 */
export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [x, y] = [left[at], right[at]]
    if (x === undefined) return -1
    if (y === undefined) return 1
    if (typeof x === 'number' && typeof y === 'number') {
      if (x !== y) return x - y
    } else if (String(x) !== String(y)) return String(x) < String(y) ? -1 : 1
  }
  return 0
}

const partsOf = (text: string): (number | string)[] =>
  (
    text
      .trim()
      .toUpperCase()
      .match(/\d+|[^\d]+/g) ?? []
  ).map((part) => (/^\d+$/.test(part) ? Number(part) : part))
