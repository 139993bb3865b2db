import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { Age } from '../../app/lists/age.tsx'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { pathTo } from '../../paths.ts'
import { PersonMark } from '../states/person-mark.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Block, Line, renewMs } from './block.tsx'
import styles from './fleet.module.css'

/** The first of those who are on site, and how many they are. */
export const useOnSite = (rows: number) =>
  useData('GET /api/check-ins', { query: { limit: rows } }, { refetchInterval: renewMs })

/** Who is at which station now, and what they work at there. */
export function OnSiteBlock({ rows }: { rows: number }) {
  const t = useTranslations('board')
  const presence = useTranslations('presence')
  const nameOf = useOrderName()
  const found = useOnSite(rows)
  return (
    <Block
      title={presence('title')}
      count={found.data?.total}
      to={pathTo('om-page', { tab: 'orders' })}
      of={found}
      empty={found.data?.checkIns.length === 0 ? presence('nobody') : null}
    >
      {(found.data?.checkIns ?? []).map(({ id, person, mine, since, station, order }) => {
        const name = mine ? presence('you') : (person?.name ?? presence('somebody'))
        return (
          <Line
            key={id}
            icon={<PersonMark name={person?.name ?? '?'} />}
            to={
              order
                ? pathTo('work-order-detail', { orderId: order.id })
                : pathTo('station-detail', { stationId: station.id })
            }
            goesTo={order ? nameOf(order) : station.name}
            label={name}
            hint={<Dotted parts={[station.name, order ? nameOf(order) : t('noOrder')]} />}
            value={
              <span className={styles.age}>
                <Age at={since} />
              </span>
            }
          />
        )
      })}
    </Block>
  )
}
