import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo, pathToDevice } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { useDuration } from './use-duration.ts'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

/** So many fields are read at once; the others open, and stand on paper. */
const atOnce = 4

/** All fields of an order that are known, two beside each other. */
export function FactsCard({ order }: { order: Order }) {
  const t = useTranslations('order')
  const orders = useTranslations('orders')
  const format = useFormat()
  const duration = useDuration()
  const [whole, setWhole] = useState(false)
  const { station, site } = order
  const device = order.device ?? order.aboutDevice
  const at = (ts: number | null): string | null => (ts === null ? null : format.instant(ts, station.timeZone))
  const long = (minutes: number | null): string | null =>
    minutes === null ? null : duration(minutes * 60_000)
  const fields: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('number'), <CopyButton key="no" text={order.no} what={t('number')} />],
    [t('initiator'), order.initiator.name],
    [t('address'), site.address],
    [t('contact'), [site.ownerName, site.phone].filter(Boolean).join(' ')],
    [t('type'), orders(`type.${order.type}`)],
    [
      t('station'),
      <Go
        key="station"
        className={styles.link}
        to={pathTo('station-detail', { stationId: station.id, tab: 'orders' })}
      >
        {station.name}
      </Go>,
    ],
    [
      t('device'),
      device ? (
        <Go key="device" className={styles.link} to={pathToDevice(device.kind, device.id)}>
          {device.name || device.sn}
        </Go>
      ) : (
        order.content.length === 0 && orders('wholeStation')
      ),
    ],
    [t('handler'), order.handler?.name ?? orders('nobody')],
    [t('initiatedAt'), at(order.initiatedAt)],
    [t('needsReview'), t(order.needsReview ? 'yes' : 'no')],
    [t('plannedStart'), at(order.plannedStartAt)],
    [t('plannedEnd'), at(order.plannedEndAt)],
    [t('plannedDuration'), long(order.plannedDurationMinutes)],
    [t('plannedMinutes'), long(order.plannedMinutes)],
    [t('actualStart'), at(order.actualStartAt)],
    [t('actualEnd'), at(order.actualEndAt)],
    [t('actualDuration'), long(order.actualDurationMinutes)],
  ]
  const known = fields.filter(([, value]) => value)
  return (
    <Card
      title={t('facts')}
      action={
        <button
          type="button"
          className={styles.headAct}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {t(whole ? 'lessText' : 'moreText')}
        </button>
      }
    >
      <dl className={styles.facts} data-whole={whole}>
        {known.map(([label, value], no) => (
          <div key={label} className={classes(no >= atOnce && styles.more)}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
