import type { Fault } from './faults.ts'
import { hash2, seedOf } from './physics/noise.ts'

export interface Troubles {
  readonly seed: number
  /** How many say that they obey and do not, and how many answer nothing. */
  readonly liars: number
  readonly silent: number
  /** Epoch ms. */
  readonly from: number
}

/** Devices that lie and devices that keep silent, chosen by the seed: the same ones for the same serials. */
export function troubles(serials: readonly string[], { seed, liars, silent, from }: Troubles): Fault[] {
  const shuffled = serials
    .map((sn) => ({ sn, place: hash2(seedOf(sn), seed, 7) }))
    .toSorted((a, b) => a.place - b.place || (a.sn < b.sn ? -1 : 1))
    .map(({ sn }) => sn)
  if (liars + silent > shuffled.length) throw new RangeError('troubles: more than there are devices')
  return [
    ...shuffled.slice(0, liars).map((device): Fault => ({ name: 'device-lies', device, from })),
    ...shuffled
      .slice(liars, liars + silent)
      .map((device): Fault => ({ name: 'device-silent', device, from })),
  ]
}
