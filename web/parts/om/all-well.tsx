import { stationConditions } from '#domain/stations/station-kinds.ts'
import { CircleCheck, Clock, Sprout } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { StatusPill } from '../states/status-pill.tsx'
import { staleMs } from '../troubles/use-troubles.ts'
import styles from './om.module.css'

/** Where something is at fault, nothing is called well. */
const order = stationConditions.filter((one) => one !== 'fault')

/** Nothing needs a look: says so, when it was last checked, and how the stations are. */
export function AllWell({ checkedAt }: { checkedAt: number }) {
  const t = useTranslations('om')
  const format = useFormat()
  const now = useNow()
  const old = now - checkedAt > staleMs
  const home = useData('GET /api/home').data
  // Where nothing has ever been heard, nothing can be said to be well.
  if (home && home.conditions.unknown === home.stations)
    return (
      <EmptyState
        icon={<Sprout size={26} aria-hidden />}
        title={t(home.stations === 0 ? 'noStations' : 'noneHeard')}
        text={t('noStationsText')}
      />
    )
  return (
    <>
      <div className={styles.well}>
        <span className={classes(styles.wellMark, old && styles.oldMark)}>
          {old ? (
            <Clock size={44} strokeWidth={1.6} aria-hidden />
          ) : (
            <CircleCheck size={44} strokeWidth={1.6} aria-hidden />
          )}
        </span>
        <h2>{t(old ? 'wellThen' : 'wellTitle')}</h2>
        {!old && <p>{t('wellText')}</p>}
        <p className={styles.quiet}>{t('checked', { age: format.age(checkedAt, now) })}</p>
      </div>
      {home && (
        <Card flush>
          <Rows>
            {order
              .filter((one) => home.conditions[one] > 0)
              .map((one) => (
                <Row
                  key={one}
                  label={<StatusPill status={one} plain />}
                  value={format.number(home.conditions[one])}
                  to={pathTo('station-list', { condition: one })}
                />
              ))}
          </Rows>
        </Card>
      )}
    </>
  )
}
