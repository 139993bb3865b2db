import { useTranslations } from 'use-intl'
import { type Area, writeArea, ZOOM_MAX } from '#domain/stations/map-grid.ts'
import { useData } from '../../../app/data/query.ts'
import { Waiting } from '../../../app/failure/waiting.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Row, Rows } from '../../../kit/row.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { StatusPill } from '../../states/status-pill.tsx'
import type { ListSearch } from '../list-filter.ts'
import { ListedRow } from './listed-row.tsx'
import { type MapMark, markOf, pinsQuery, type StationMark } from './use-pins.ts'

const shownAtMost = 200

type SameSpotProps = {
  marks: readonly MapMark[] | null
  search: ListSearch
  onClose: () => void
  onChoose: (mark: StationMark) => void
}

const isStation = (mark: MapMark): mark is StationMark => 'station' in mark

/** Stations that stand so close together that the map cannot show them apart. */
export function SameSpot({ marks, search, onClose, onChoose }: SameSpotProps) {
  const t = useTranslations('map')
  const count = (marks ?? []).reduce((sum, mark) => sum + mark.count, 0)
  return (
    <Sheet open={marks !== null} onClose={onClose} title={t('sameTitle', { count })}>
      {marks?.every(isStation) ? (
        <Stations marks={marks} count={count} search={search} onChoose={onChoose} />
      ) : (
        marks && <Asked marks={marks} count={count} search={search} onChoose={onChoose} />
      )}
    </Sheet>
  )
}

type PlaceProps<M extends MapMark> = Pick<SameSpotProps, 'search' | 'onChoose'> & {
  marks: readonly M[]
  count: number
}

function Stations({ marks, count, search, onChoose }: PlaceProps<StationMark>) {
  const format = useFormat()
  const shown = marks.slice(0, shownAtMost)
  return (
    <Rows>
      {shown.map((mark) => (
        <Row
          key={mark.id}
          label={mark.station.name}
          hint={<StatusPill status={mark.station.condition} plain />}
          value={format.text('power', mark.station.powerW)}
          onPress={() => onChoose(mark)}
        />
      ))}
      {count > shown.length && <ListedRow search={search} hint />}
    </Rows>
  )
}

/** Degrees, -180 to 180. */
const back = (longitude: number): number => longitude - Math.round(longitude / 360) * 360

/** The narrowest area around marks that stand close together, wherever 180° is. */
const areaOf = (marks: readonly MapMark[]): Area => {
  const areas = marks.map((mark): Area => {
    if (!isStation(mark)) return mark.group
    const { latitude, longitude } = mark.station
    return { west: longitude, south: latitude, east: longitude, north: latitude }
  })
  const [first] = areas
  // Beside the first, however it is counted.
  const beside = (longitude: number): number => {
    const by = longitude - (first?.west ?? 0)
    return longitude - Math.round(by / 360) * 360
  }
  return {
    west: back(Math.min(...areas.map(({ west }) => beside(west)))),
    east: back(Math.max(...areas.map(({ east }) => beside(east)))),
    south: Math.min(...areas.map(({ south }) => south)),
    north: Math.max(...areas.map(({ north }) => north)),
  }
}

/** Which they are the server was not asked yet; of very many it tells the worst. */
function Asked({ marks, count, search, onChoose }: PlaceProps<MapMark>) {
  const area = writeArea(areaOf(marks))
  const found = useData('GET /api/station-pins', { query: { ...pinsQuery(search), area, zoom: ZOOM_MAX } })
  if (!found.data) return <Waiting of={found} inline />
  const { pins, grid, worst } = found.data
  return (
    <Stations
      marks={(grid === null ? pins : worst).map(markOf)}
      count={count}
      search={search}
      onChoose={onChoose}
    />
  )
}
