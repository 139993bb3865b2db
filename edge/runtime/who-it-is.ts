import type { ReportedKind } from '#domain/devices/kinds.ts'
import { counter } from './counter.ts'

/** Of a reading what says whose it is. */
export type Said = {
  t: ReportedKind
  /** null = it says none, or one that nobody could send. */
  sn: string | null
  /** What its owner calls it, where it says so. */
  name?: string
}
/** A device that is known behind the same address. */
export type Known = { sn: string; place: string }

export type Identity = {
  sn: string
  place: string
  /** The serial of the device whose place it takes; null = nobody's. */
  insteadOf: string | null
}

/**
 * Whose the readings of one address are: by serial, whatever place the device stands at this time. One without a serial
 * is who it was by the name its owner gave it, or by its place among the others while all of them are there; places are
 * kind and number.
 */
export const whoTheyAre = (
  said: readonly Said[],
  known: readonly Known[],
  made: (place: string) => string,
): Identity[] => {
  const told = new Set(said.map(({ sn }) => sn))
  // Of devices that stood at the same place the newest stands last.
  const unsaid = (place: string): string | null =>
    known.findLast((one) => one.place === place && !told.has(one.sn))?.sn ?? null
  const isWhole = ({ t }: Said): boolean =>
    said.filter((one) => one.t === t).length >= known.filter(({ place }) => place.startsWith(`${t} `)).length
  const [numberOf, nameless] = [counter(), counter()]
  return said.map((one): Identity => {
    const { t, sn, name } = one
    const place = `${t} ${name ?? numberOf(t)}`
    if (sn !== null) {
      const isNew = known.every((other) => other.sn !== sn)
      return { sn, place, insteadOf: isNew ? unsaid(place) : null }
    }
    // Beside others that are silent now its number would be another one: it is counted among those without a serial.
    const own = made(name === undefined ? `${t} ${nameless(t)}` : place)
    const isKnown = known.some((other) => other.sn === own)
    const before = name === undefined && (isWhole(one) || !isKnown) ? unsaid(place) : null
    return { sn: before ?? own, place, insteadOf: null }
  })
}
