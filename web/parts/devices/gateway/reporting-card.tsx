import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import { clockWord, spanOf } from './link-words.ts'

/** How a gateway reports: interval, clock, what waits on it, what it says is behind it, what was not taken. */
export function ReportingCard({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('gateway')
  const sheet = useTranslations('device.readings')
  const format = useFormat()
  const { link, station } = detail
  if (!link) return null
  const span = (ms: number): string => {
    const { unit, n } = spanOf(ms)
    return unit === 'days' ? t('span.days', { n }) : t(`span.${unit}`, { n: format.number(n) })
  }
  const desiredMs = station.reportMin * 60_000
  const presentMs = link.reportS === null ? null : link.reportS * 1000
  const offset = link.clockOffsetMs
  const clock = offset === null ? null : clockWord(offset)
  return (
    <Card title={t('reporting')} flush>
      <Rows>
        <Row
          label={t('interval')}
          value={span(desiredMs)}
          hint={
            presentMs === null
              ? t('intervalUnknown')
              : presentMs === desiredMs
                ? t('intervalSame')
                : t('intervalDiffers', { desired: span(desiredMs), present: span(presentMs) })
          }
        />
        <Row
          label={t('clock')}
          value={
            offset === null || clock === null
              ? sheet('none')
              : clock === 'right'
                ? t('clockRight')
                : t(offset > 0 ? 'clockAhead' : 'clockBehind', { span: span(offset) })
          }
          {...(clock !== null &&
            clock !== 'right' && { hint: t(clock === 'wrong' ? 'clockWrong' : 'clockOff') })}
        />
        {/* An edge tells of its store itself, by the reading. */}
        {!detail.edge && (
          <Row
            label={t('queue')}
            value={
              link.queue === null
                ? sheet('none')
                : link.queue === 0
                  ? t('queueEmpty')
                  : format.number(link.queue)
            }
            {...(link.queue !== null && link.queue > 0 && { hint: t('queueHint') })}
          />
        )}
        <Row
          label={t('inventory')}
          value={
            link.inventoryRev === null
              ? t('inventoryNone')
              : t('inventoryRev', { rev: String(link.inventoryRev) })
          }
          {...(link.inventoryAt !== null && {
            hint: t('inventoryAt', { instant: format.instant(link.inventoryAt, station.timeZone) }),
          })}
        />
        <Row
          label={t('refused')}
          value={link.refused === 0 ? t('refusedNone') : format.number(link.refused)}
          {...(link.refused > 0 && { hint: t('refusedHint') })}
        />
      </Rows>
    </Card>
  )
}
