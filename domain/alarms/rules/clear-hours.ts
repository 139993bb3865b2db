import type { StationWindow } from '../../analyses/station-window.ts'
import { medianOf } from '../../telemetry/peers.ts'
import type { Part } from './compared-parts.ts'

/**
 * The clear hours of a day: in which a device and its peers were heard, stood in strong and steady light, and the
 * peers agreed. What they say of the device is the only thing that is remembered of the day.
 */

const HOUR = 3_600_000
/** What gives less of what its peers give stands still: that is for others to say. No source: as for inverters that are off. */
const STANDS = 0.1
/** Power from which an hour counts, share of the best hour of the peers: below it rounding and shadows decide. No source: chosen. */
const STRONG = 0.3
/** Near the best that the peers have given at this hour of the sun. No source: chosen; thin haze costs less, clouds more. */
const NEAR_BEST = 0.75
/** How far single readings may lie from the mean of their hour, share: the sun's own way is half of it at 15 degrees. No source: chosen. */
const STEADY = 0.25
/** Most peers have to lie this close to their median: clouds do not pass over all at once. No source: as for strings. */
const AGREE = 0.15
const AGREEING = 0.75
/** At its rating a device gives what it is able to: what its field could give is not seen. No source: chosen. */
const AT_RATING = 0.97
/** A day is clear from so many hours on. No source: chosen. */
export const HOURS_LEAST = 3

/** So many peers of the same plane say what is usual before anything was learned; with one nobody knows who is right. No source: chosen. */
const PEERS_SURE = 2

/** Best power of the peers per size, by the hour of the sun; what is old fades. */
export type Best = readonly number[]
/** A day of weather in which the best is not reached; a percent is less than the seasons change. No source: chosen. */
const FADES = 0.99

export type ClearHour = {
  from: number
  /** Enough peers of the same plane for certain were heard. */
  sure: boolean
  /** Share of what the peers gave per size. */
  ratio: number
  /** W per size, and W that the peers would have given in its place. */
  own: number
  peersW: number
  peers: number
}
export type DayOfHours = { hours: ClearHour[]; best: number[] }

/** Of the sun, 0 to 23. */
const sunHour = (from: number, longitude: number): number =>
  Math.floor(((((from + HOUR / 2) / HOUR + longitude / 15) % 24) + 24) % 24)

/** What the clear hours since the last look say of a part; `best` as it was known before. */
export const clearHours = (
  part: Part,
  window: StationWindow,
  known: Best,
  habitOf: (part: Part) => number,
): DayOfHours => {
  const { position } = window
  // Where enough are of the same plane for certain the others are not needed.
  const certain = part.peers.filter(({ sure }) => sure)
  const peers = (certain.length >= PEERS_SURE ? certain : part.peers).map(({ part: peer, sure }) => ({
    sure,
    size: peer.size * habitOf(peer),
    hours: peer.hours,
  }))
  const best = Array.from({ length: 24 }, (_, hour) => (known[hour] ?? 0) * FADES)
  const seen = [...part.hours.values()].flatMap((own) => {
    const values: number[] = []
    let certainly = 0
    for (const { size, sure, hours: theirs } of peers) {
      const mean = theirs.get(own.from)
      if (mean === undefined) continue
      values.push(mean.powerW / size)
      if (sure) certainly += 1
    }
    const median = medianOf(values)
    if (median === null || median <= 0) return []
    const hour = sunHour(own.from, position.longitude)
    best[hour] = Math.max(best[hour] ?? 0, median)
    return [{ own, values, median, hour, sure: certainly >= PEERS_SURE }]
  })
  const strongest = Math.max(...best)
  const hours = seen.flatMap(({ own, values, median, hour, sure }): ClearHour[] => {
    const agreeing = values.filter((value) => Math.abs(value - median) <= AGREE * median).length
    const limit = part.device.kind === 'inverter' ? (part.device.ratedW ?? Infinity) : Infinity
    const clear =
      median >= STRONG * strongest &&
      median >= NEAR_BEST * (best[hour] ?? 0) &&
      agreeing >= AGREEING * values.length &&
      own.spreadW <= STEADY * Math.max(own.powerW, 1) &&
      own.powerW < AT_RATING * limit &&
      own.powerW >= STANDS * median * part.size
    return clear
      ? [
          {
            from: own.from,
            sure,
            ratio: own.powerW / part.size / median,
            own: own.powerW / part.size,
            peers: values.length,
            peersW: median * part.size,
          },
        ]
      : []
  })
  return { hours, best: best.map((value) => Math.round(value * 1000) / 1000) }
}
