import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../../paths.ts'
import { Card } from '../../../kit/card.tsx'
import { Dotted } from '../../../kit/dotted.tsx'
import { toBox } from '../../../kit/map/mercator.ts'
import { Row, Rows } from '../../../kit/row.tsx'
import { Windowed } from '../../../kit/windowed.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { StatusPill } from '../../states/status-pill.tsx'
import type { ListSearch } from '../list-filter.ts'
import { ListedRow } from './listed-row.tsx'
import type { Sight } from './area-shown.ts'
import type { MapMark, StationMark } from './use-pins.ts'

/** Those that a map shows, in the order in which they are given. */
const inSight = <M extends MapMark>(marks: readonly M[], { view, size }: Sight): M[] =>
  marks.filter(({ point }) => {
    const { x, y } = toBox(view, size, point)
    return x >= 0 && y >= 0 && x <= size.width && y <= size.height
  })

type InViewProps = {
  marks: readonly MapMark[]
  /** Stations by themselves, worst first: all of them, or the worst of what is told together. */
  stations: readonly StationMark[]
  sight: Sight
  search: ListSearch
}

/** What a phone's map shows, as a list under it that changes as the map is moved. */
export function InView({ marks, stations, sight, search }: InViewProps) {
  const t = useTranslations('map')
  const format = useFormat()
  // The map goes first.
  const seen = useDeferredValue(sight)
  const count = inSight(marks, seen).reduce((sum, mark) => sum + mark.count, 0)
  const shown = inSight(stations, seen)
  return (
    <Card flush title={t('inView', { count })}>
      <Rows>
        <Windowed items={shown} as="div" rowHeight={62}>
          {(piece) =>
            piece.map(({ id, station }) => (
              <Row
                key={id}
                to={pathTo('station-detail', { stationId: id })}
                goesTo={station.name}
                label={station.name}
                hint={
                  <Dotted
                    parts={[
                      <StatusPill key="state" plain status={station.condition} />,
                      station.openAlarms > 0 && t('openAlarms', { count: station.openAlarms }),
                    ]}
                  />
                }
                // By night a nought says less than the state does.
                value={station.powerW ? format.text('power', station.powerW) : undefined}
              />
            ))
          }
        </Windowed>
        {count > shown.length && <ListedRow search={search} hint={shown.length > 0} />}
      </Rows>
    </Card>
  )
}
