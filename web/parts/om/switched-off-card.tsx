import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Limited } from '../stations/limited.tsx'
import { SwitchedOff } from '../stations/switched-off.tsx'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { Windowed } from '../../kit/windowed.tsx'
import type { Troubles } from '../troubles/use-troubles.ts'

type Of<Name extends 'switchedOff' | 'limited'> = { stations: Troubles[Name]; total: number }

/** How many stations are not in the list; nothing where all are. */
function More({ shown, total }: { shown: number; total: number }) {
  const t = useTranslations('om')
  return total > shown ? <Row label={t('moreStations', { count: total - shown })} /> : null
}

/** What stands still because somebody wanted it: no fault, and not to be forgotten. */
export function SwitchedOffCard({ stations, total }: Of<'switchedOff'>) {
  const t = useTranslations('om')
  if (stations.length === 0) return null
  return (
    <Card flush title={t('switchedOffTitle')}>
      <Rows>
        <Windowed items={stations} as="div" rowHeight={64}>
          {(piece) =>
            piece.map((off) => (
              <Row
                key={off.stationId}
                to={pathTo('station-detail', { stationId: off.stationId })}
                label={off.stationName}
                hint={<SwitchedOff off={off} timeZone={off.timeZone} />}
              />
            ))
          }
        </Windowed>
        <More shown={stations.length} total={total} />
      </Rows>
    </Card>
  )
}

/** What is held down because somebody wanted it: no fault. */
export function LimitedCard({ stations, total }: Of<'limited'>) {
  const t = useTranslations('om')
  if (stations.length === 0) return null
  return (
    <Card flush title={t('limitedTitle')}>
      <Rows>
        <Windowed items={stations} as="div" rowHeight={64}>
          {(piece) =>
            piece.map((one) => (
              <Row
                key={one.stationId}
                to={pathTo('station-detail', { stationId: one.stationId })}
                label={one.stationName}
                hint={<Limited limited={one} timeZone={one.timeZone} />}
              />
            ))
          }
        </Windowed>
        <More shown={stations.length} total={total} />
      </Rows>
    </Card>
  )
}
