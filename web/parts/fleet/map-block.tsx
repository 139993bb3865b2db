import { use } from 'react'
import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Card } from '../../kit/card.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { pathTo } from '../../paths.ts'
import { noFilters } from '../stations/list-filter.ts'
import { StationMap } from '../stations/map/station-map.tsx'
import { usePins } from '../stations/map/use-pins.ts'
import { OnWall } from './block.tsx'
import styles from './fleet.module.css'

const everything = { ...noFilters, sort: undefined }

/** Where the stations stand, in the colours of their states. */
export function MapBlock() {
  const t = useTranslations('board')
  const wall = use(OnWall)
  const pins = usePins(everything)
  return (
    <Card
      flush
      className={styles.map}
      title={t('map')}
      action={
        !wall && (
          <Go
            to={pathTo('station-list', { view: 'map' })}
            className={styles.all}
            aria-label={t('allOf', { what: t('map') })}
          >
            {t('all')}
            <ChevronRight size={16} aria-hidden />
          </Go>
        )
      }
    >
      <StationMap search={everything} pins={pins} />
    </Card>
  )
}
