import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { LevelPill, Tag } from '../states/status-pill.tsx'
import { useInstanceText } from './use-instance-text.ts'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

/** The alarms of an order with their content, what was taken out of it and what is over already. */
export function ContentCard({ order }: { order: Order }) {
  const t = useTranslations('order')
  const format = useFormat()
  const instanceText = useInstanceText()
  const { timeZone } = order.station
  if (order.content.length === 0) return null
  return (
    <Card title={t('content')}>
      <ul className={styles.content}>
        {order.content.map((alarm) => (
          <li key={alarm.id} className={classes(!alarm.kept && styles.out)}>
            <Go to={pathTo('alarm-detail', { alarmId: alarm.id })} className={styles.alarm}>
              <span className={styles.pills}>
                <LevelPill level={alarm.level} />
                {!alarm.kept && <Tag>{t('takenOut')}</Tag>}
              </span>
              <b>{alarm.name[format.language]}</b>
              <span className={styles.quiet}>
                <Dotted
                  parts={[alarm.device.name || alarm.device.sn, format.instant(alarm.occurredAt, timeZone)]}
                />
              </span>
            </Go>
            <ul className={styles.items}>
              {alarm.items.map((item) => (
                <li key={item.instance} className={classes(!item.kept && styles.out)}>
                  <span>
                    {item.instance ? instanceText(item.instance, item.joined) : t('wholeDevice')}
                    {!item.kept && <i> · {t('takenOut')}</i>}
                  </span>
                  <span className={styles.quiet}>
                    {item.clearedAt === null ? (
                      alarm.status !== 'closed' && t('itemOn')
                    ) : (
                      <>
                        <Check size={13} aria-hidden />{' '}
                        {t('itemOver', { at: format.instant(item.clearedAt, timeZone) })}
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}
