import { useTranslations } from 'use-intl'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { Rows } from '../../../kit/row.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import parts from '../parts.module.css'
import styles from './gateway.module.css'

const reasons = {
  too_large: true,
  not_utf8: true,
  not_json: true,
  not_contract: true,
  retained: true,
  refused: true,
  entry: true,
  before_2000: true,
  older_than_retention: true,
  publish_topic: true,
  publish_retained: true,
  publish_qos: true,
  publish_size: true,
  packet_too_large: true,
  malformed_packet: true,
  subscribe: true,
  subscriptions: true,
} as const
const isReason = (reason: string): reason is keyof typeof reasons => reason in reasons
const channels = {
  status: true,
  inv: true,
  tele: true,
  alarm: true,
  'cfg/ack': true,
  'cmd/res': true,
  links: true,
  'ota/get': true,
  'ota/progress': true,
  door: true,
} as const
const isChannel = (channel: string): channel is keyof typeof channels => channel in channels
const wordOf = (channel: string) =>
  isChannel(channel) ? (channel.replace('/', '_') as 'status') : ('other' as const)

/** What the gateway sent and was not taken, why and how much. Nothing when all was. */
export function DropsCard({ drops }: Pick<NonNullable<DeviceDetail['link']>, 'drops'>) {
  const t = useTranslations('gateway.drops')
  const format = useFormat()
  const now = useNow()
  if (drops.length === 0) return null
  return (
    <Card title={t('title')} flush>
      <p className={parts.under}>{t('text')}</p>
      <Rows>
        {drops.map(({ channel, reason, count, lastAt }) => (
          <div key={`${channel} ${reason}`} className={styles.stranger}>
            <p>{t(`reason.${isReason(reason) ? reason : 'other'}`)}</p>
            <p className={styles.strangerHint}>
              <Dotted
                parts={[t(`channel.${wordOf(channel)}`), t('count', { count, age: format.age(lastAt, now) })]}
              />
            </p>
          </div>
        ))}
      </Rows>
    </Card>
  )
}
