import { lazyPart } from '../../kit/lazy-part.tsx'
import { PlainStationCard } from './station-card.tsx'
import type { StationCardData } from './station-queries.ts'
import styles from './station-preview.module.css'
import { useMapTiles } from './use-map-tiles.ts'

const PlaceMap = lazyPart(async () => (await import('../../kit/map/place-map.tsx')).PlaceMap)

const signed = (degrees: number, positive: boolean): number => (positive ? degrees : -degrees)

/** A station before it is chosen: how it is, and where. */
export function StationPreview({ station }: { station: StationCardData }) {
  const tiles = useMapTiles()
  const { latitude, north, longitude, east } = station
  return (
    <>
      <PlainStationCard station={station} favourite={false} />
      <div className={styles.map}>
        <PlaceMap
          key={station.id}
          value={{ latitude: signed(latitude, north), longitude: signed(longitude, east) }}
          tiles={tiles}
        />
      </div>
    </>
  )
}
