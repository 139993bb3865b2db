import { useEffect, useMemo, useRef, useState } from 'react'
import { gridOf } from '#domain/stations/map-grid.ts'
import { useData } from '../../../app/data/query.ts'
import { renewMapMs } from '../../../app/live/may-have-missed.ts'
import type { ListSearch } from '../list-filter.ts'
import { shareOf, shownBy, type Shown, type Sight } from './area-shown.ts'
import { groupMark, type MapMark, markOf, type Pins, pinsQuery } from './use-pins.ts'

/** A map that is still moved asks for nothing. */
const settleMs = 250

/** One looks around on a map: what is out of sight is soon asked for again. */
const keptMs = 120_000

/** Where a map has come to rest: at once where it begins. */
export const useSettled = (): [Sight | null, (sight: Sight) => void] => {
  const [settled, setSettled] = useState<Sight | null>(null)
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const [tell] = useState(() => (sight: Sight): void => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setSettled(sight), settleMs)
    setSettled((before) => before ?? sight)
  })
  return [settled, tell]
}

type Near = { filter: string; shown: Shown; pins: Pins }

/**
 * What stands on the map. Where the server told stations together, it is asked again for what the map shows from near;
 * until that comes what was there before stays, as long as it fills most of the map, else what was told of the whole.
 */
export const useMarks = (
  search: ListSearch,
  whole: Pins | undefined,
  settled: Sight | null,
): { told: Pins | undefined; marks: readonly MapMark[]; all: readonly MapMark[] } => {
  const query = pinsQuery(search)
  const filter = JSON.stringify(query)
  const grid = whole?.grid ?? null
  const [former, setFormer] = useState<Near | null>(null)
  const known = former?.filter === filter ? former : null
  const share = known && settled ? shareOf(settled, known.shown) : 0
  const shown = useMemo(() => settled && shownBy(settled), [settled])
  // Where each station is told by itself, there is nothing more to be told from nearer.
  const near = known?.pins.grid === null && share > 0.999 ? known.shown : shown
  const wanted = grid !== null && near && shown && gridOf(shown.zoom) > grid ? near : null
  const { data } = useData(
    'GET /api/station-pins',
    { query: { ...query, ...(wanted && { area: wanted.area, zoom: wanted.zoom }) } },
    { enabled: wanted !== null, refetchInterval: renewMapMs, gcTime: keptMs },
  )
  if (wanted && data && former?.pins !== data) setFormer({ filter, shown: wanted, pins: data })
  const told = wanted !== null && known && (known.pins === data || share > 0.5) ? known.pins : whole
  return {
    told,
    marks: useMemo(() => marksIn(told), [told]),
    all: useMemo(() => marksIn(whole), [whole]),
  }
}

/** Each pin and group that was told. */
const marksIn = (told: Pins | undefined): MapMark[] =>
  told ? [...told.pins.map(markOf), ...told.groups.map(groupMark)] : []
