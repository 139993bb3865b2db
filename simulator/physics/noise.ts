/**
 * Seeded, repeatable noise. Everything irregular in the simulator (clouds, haze, mismatch, mains wander) is a pure
 * function of a seed and a coordinate, so any moment can be computed without computing the ones before it.
 */

/** A 32-bit seed from a text (FNV-1a), so that a serial number can seed its device. */
export function seedOf(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** Uniform value in [0, 1) for a lattice point (murmur3's finaliser over the mixed coordinates). */
export function hash2(seed: number, x: number, y: number): number {
  let h = seed ^ Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

const fade = (t: number): number => t * t * (3 - 2 * t)

/** Smooth value noise on a line, in [0, 1), one independent value per unit. */
export function noise1(seed: number, x: number): number {
  const i = Math.floor(x)
  const low = i % 2147483647
  const a = hash2(seed, low, 0)
  return a + (hash2(seed, low + 1, 0) - a) * fade(x - i)
}

/** Smooth value noise on a plane, in [0, 1), one independent value per unit square. */
export function noise2(seed: number, x: number, y: number): number {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const fx = fade(x - ix)
  const fy = fade(y - iy)
  const a = hash2(seed, ix, iy)
  const b = hash2(seed, ix + 1, iy)
  const c = hash2(seed, ix, iy + 1)
  const d = hash2(seed, ix + 1, iy + 1)
  const top = a + (b - a) * fx
  return top + (c + (d - c) * fx - top) * fy
}

/** Roughly normal deviate (sum of four uniforms, standard deviation 1, within ±3.5) for the n-th draw of a seed. */
export function gaussian(seed: number, n: number): number {
  const sum = hash2(seed, n, 1) + hash2(seed, n, 2) + hash2(seed, n, 3) + hash2(seed, n, 4)
  return (sum - 2) * Math.sqrt(3)
}
