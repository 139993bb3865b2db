import type { ReactNode } from 'react'
import { ConditionChips } from '../condition-chips.tsx'
import type { ListSearch } from '../list-filter.ts'
import { MapSkeleton } from '../station-skeleton.tsx'
import { StationMap } from './station-map.tsx'
import { usePins } from './use-pins.ts'

type MapBodyProps = {
  search: ListSearch
  change: (by: Partial<ListSearch>) => void
  /** Instead of the map when nothing matches. */
  nothing: ReactNode
}

/** What stands under the search line when the stations are shown on a map. */
export function MapBody({ search, change, nothing }: MapBodyProps) {
  const pins = usePins(search)
  if (!pins.data && !pins.error) return <MapSkeleton />
  return (
    <>
      {pins.data && (
        <ConditionChips
          counts={pins.data.conditions}
          value={search.condition}
          onChange={(condition) => change({ condition })}
        />
      )}
      {pins.data?.total === 0 ? nothing : <StationMap search={search} pins={pins} />}
    </>
  )
}
