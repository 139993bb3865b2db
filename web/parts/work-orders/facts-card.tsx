import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { pathTo, pathToDevice } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { useDuration } from './use-duration.ts'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

const dash = '–'

/** What is wanted, in words. */
export function DescriptionCard({ order }: { order: Order }) {
  const t = useTranslations('order')
  return (
    <Card title={t('description')}>
      <p className={order.description ? styles.text : styles.quiet}>
        {order.description || t('noDescription')}
      </p>
      {order.remark && (
        <p className={styles.remark}>
          <b>{t('remark')}</b>
          {order.remark}
        </p>
      )}
    </Card>
  )
}

/** All fields of an order; what is not known yet is a dash. */
export function FactsCard({ order }: { order: Order }) {
  const t = useTranslations('order')
  const words = useKindWords()
  const orders = useTranslations('orders')
  const format = useFormat()
  const duration = useDuration()
  const { station, device } = order
  const at = (ts: number | null): string => (ts === null ? dash : format.instant(ts, station.timeZone))
  const long = (minutes: number | null): string => (minutes === null ? dash : duration(minutes * 60_000))
  return (
    <Card flush title={t('facts')}>
      <Rows>
        <Row label={t('type')} value={orders(`type.${order.type}`)} />
        <Row
          label={t('station')}
          value={station.name}
          to={pathTo('station-detail', { stationId: station.id, tab: 'orders' })}
        />
        {device ? (
          <Row
            label={t('device')}
            value={device.name || device.sn}
            hint={[words.short(device.kind), device.name && device.sn].filter(Boolean).join(' · ')}
            to={pathToDevice(device.kind, device.id)}
          />
        ) : (
          <Row label={t('device')} value={order.content.length > 0 ? dash : orders('wholeStation')} />
        )}
        <Row label={t('initiator')} value={order.initiator.name} />
        <Row label={t('handler')} value={order.handler?.name ?? orders('nobody')} />
        <Row label={t('needsReview')} value={t(order.needsReview ? 'yes' : 'no')} />
        <Row label={t('initiatedAt')} value={at(order.initiatedAt)} />
        <Row label={t('plannedStart')} value={at(order.plannedStartAt)} />
        <Row label={t('plannedEnd')} value={at(order.plannedEndAt)} />
        <Row label={t('plannedDuration')} value={long(order.plannedDurationMinutes)} />
        <Row label={t('plannedMinutes')} value={long(order.plannedMinutes)} />
        <Row label={t('actualStart')} value={at(order.actualStartAt)} />
        <Row label={t('actualEnd')} value={at(order.actualEndAt)} />
        <Row label={t('actualDuration')} value={long(order.actualDurationMinutes)} />
      </Rows>
    </Card>
  )
}
