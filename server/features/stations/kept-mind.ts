import type { Db } from '../../platform/db/handle.ts'
import { isLater, readBefore } from '../../platform/db/behind.ts'
import { inTurn } from '../../platform/in-turn.ts'
import type { Row } from './find-figures.ts'
import { COMPUTED, type KeptRow, keptSince, type ReadSince } from './kept-store.ts'
import type { StationFigures } from './station-figures.ts'

/**
 * Figures of a station that hold: another object each time they were written, as they are when any of its tables changed.
 * What follows from them is kept beside them, by what it was made of.
 */
export type Holding = {
  readonly row: Row
  readonly troubled: boolean | null
  made: { elapsed: number; figures: StationFigures } | null
}
export type HoldingAt = (id: string) => Holding | undefined

/**
 * The kept figures (decision 132) as this server has read them: a look reads what was written since the one before and
 * which stations have a mark, so it is answered as if it had read all.
 */
export type FiguresMind = {
  /** Of so many stations those whose figures hold at `now`; of few nothing is asked. */
  holding: (db: Db, stations: number, now: number) => Promise<HoldingAt>
}

type Held = Holding & Pick<KeptRow, 'at' | 'until'>

const nothing: HoldingAt = () => undefined

export const createFiguresMind = (): FiguresMind => {
  let held = new Map<string, Held | null>()
  let behind: string | null = null
  const turn = inTurn()

  const take = ({ rows }: ReadSince): void => {
    for (const { id, at, until, troubled, row } of rows)
      held.set(id, row === null ? null : { row, troubled, at, until, made: null })
  }

  /** One after the other: what was read earlier never takes the place of what was read later. */
  const follow = (db: Db): Promise<ReadSince> =>
    turn(async () => {
      if (behind !== null) {
        const found = await keptSince(db, readBefore(behind))
        take(found)
        const whole = held.size === found.total && isLater(found.behind, behind)
        behind = found.behind
        if (whole) return found
      }
      // Rows were taken out, or nothing is known yet.
      const all = await keptSince(db, null)
      held = new Map()
      take(all)
      behind = all.behind
      return all
    })

  return {
    holding: async (db, stations, now) => {
      if (stations <= COMPUTED) return nothing
      const { marked } = await follow(db)
      const known = held
      return (id) => {
        const one = known.get(id)
        return one && one.at <= now && one.until > now && !marked.has(id) ? one : undefined
      }
    },
  }
}
