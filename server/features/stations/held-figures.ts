import { figuresOf, sameCoverageTo, todayCoverage } from './figures-of.ts'
import type { Place, Row } from './find-figures.ts'
import type { LookAt } from './figures-views.ts'
import type { Marked } from './read-marks.ts'
import type { StationFigures } from './station-figures.ts'
import { type LightBehind, lightBehind } from './station-light.ts'

/**
 * Figures of a station that hold: another object each time they were written, as they are when any of its tables changed.
 * What follows from them is kept beside them, by what it was made of.
 */
export type Holding = { readonly row: Row; readonly troubled: boolean | null }

/** A row that holds from `at` on until before `until`, and what follows from it. */
export type Telling = {
  /** Null: of another form. */
  holding: Holding | null
  at: number
  until: number
  /** What follows from the row: of this place in this light. */
  place: Place | null
  behind: LightBehind | null
  figures: StationFigures | null
}
export type Held = Telling & {
  /** Which turn read the row. */
  turn: number
  /** What a look has computed of the station as it was with these marks, or when the row held no more. */
  computed: (Telling & { marks: string }) | null
}

const isSamePlace = (a: Place, b: Place): boolean =>
  a.time_zone === b.time_zone &&
  a.report_min === b.report_min &&
  a.latitude === b.latitude &&
  a.north === b.north &&
  a.longitude === b.longitude &&
  a.east === b.east

export const telling = (holding: Holding | null, at: number, until: number): Telling => ({
  holding,
  at,
  until,
  place: null,
  behind: null,
  figures: null,
})

/** Made anew when so much of the day's light is behind that another share of it is known. */
const figuresHeld = (
  held: Telling,
  row: Row,
  { place, now, same }: { place: Place; now: number; same: (figures: StationFigures) => StationFigures },
): StationFigures => {
  if (held.place !== place) {
    if (held.place !== null && !isSamePlace(held.place, place)) held.behind = null
    held.place = place
  }
  let { behind, figures } = held
  if (behind === null || figures === null || now < behind.from || now >= behind.until) {
    behind = lightBehind(place, now, behind, (elapsed) => sameCoverageTo(row.inverters, elapsed))
    held.behind = behind
    if (figures?.todayCoverage !== todayCoverage(row.inverters, behind.elapsed)) figures = null
  }
  figures ??= same(figuresOf(row, behind.elapsed))
  held.figures = figures
  return figures
}

/** What stands for the marks of a station without any. */
export const NONE = 'none'

export const holdsAt = ({ holding, at, until }: Telling, now: number): boolean =>
  holding !== null && at <= now && now < until

/** A look at figures that are held. */
export const lookAt = (
  marked: Marked,
  now: number,
  same: (figures: StationFigures) => StationFigures,
): LookAt<Held> => ({
  now,
  marked,
  see: (place, held) => {
    const marks = marked.get(place.id) ?? NONE
    const computed = held?.computed?.marks === marks ? held.computed : null
    const isKept = marks === NONE && (computed === null || (held !== undefined && holdsAt(held, now)))
    const one = isKept ? held : computed
    const row = one?.holding?.row
    if (!one || row === undefined) return { figures: undefined, from: -Infinity, until: Infinity }
    if (one.until <= now) return { figures: undefined, from: one.until, until: Infinity }
    if (one.at > now) return { figures: undefined, from: -Infinity, until: one.at }
    const figures = figuresHeld(one, row, { place, now, same })
    const { from, until } = one.behind ?? { from: now, until: now }
    return { figures, from: Math.max(one.at, from), until: Math.min(one.until, until) }
  },
})
