import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../../paths.ts'
import { Card } from '../../../kit/card.tsx'
import { Dotted } from '../../../kit/dotted.tsx'
import { toBox, type Size, type View } from '../../../kit/map/mercator.ts'
import { Row, Rows } from '../../../kit/row.tsx'
import { Windowed } from '../../../kit/windowed.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { StatusPill } from '../../states/status-pill.tsx'
import type { StationMark } from './use-pins.ts'

export type Sight = { view: View; size: Size }

/** Those that a map shows, worst first as the server tells them. */
export const inSight = (marks: readonly StationMark[], { view, size }: Sight): StationMark[] =>
  marks.filter(({ point }) => {
    const { x, y } = toBox(view, size, point)
    return x >= 0 && y >= 0 && x <= size.width && y <= size.height
  })

/** What a phone's map shows, as a list under it that changes as the map is moved. */
export function InView({ marks, sight }: { marks: readonly StationMark[]; sight: Sight }) {
  const t = useTranslations('map')
  const format = useFormat()
  // The map goes first.
  const shown = inSight(marks, useDeferredValue(sight))
  return (
    <Card flush title={t('inView', { count: shown.length })}>
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
      </Rows>
    </Card>
  )
}
