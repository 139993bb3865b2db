import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { pathTo, pathToDevice } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import type { AlarmDetail } from './use-alarms.ts'

const dash = '–'

/** All fields of an alarm; what is not known yet is a dash. */
export function AlarmFacts({ alarm }: { alarm: AlarmDetail['alarm'] }) {
  const t = useTranslations('alarms')
  const words = useKindWords()
  const format = useFormat()
  const { device, station, gateway } = alarm
  const at = (ts: number | null): string => (ts === null ? dash : format.instant(ts, station.timeZone))
  const model = [alarm.brand, alarm.model].filter(Boolean).join(' ')
  return (
    <>
      <Card flush title={t('facts')}>
        <Rows>
          <Row label={t('code')} value={alarm.code} />
          <Row label={t('count')} value={format.number(alarm.count)} />
          <Row label={t('occurredAt')} value={at(alarm.occurredAt)} />
          <Row label={t('firstAt')} value={at(alarm.firstAt)} />
          <Row label={t('createdAt')} value={at(alarm.createdAt)} />
          <Row label={t('year')} value={t('yearText', alarm.year)} />
          <Row
            label={t('station')}
            value={station.name}
            to={pathTo('station-detail', { stationId: station.id })}
          />
          <Row
            label={t('sn')}
            value={device.sn}
            hint={alarm.deviceRemoved ? t('removed') : undefined}
            to={pathToDevice(device.kind, device.id)}
          />
          <Row label={t('model')} value={`${words.short(device.kind)}${model && ` · ${model}`}`} />
          {gateway ? (
            <Row label={t('gateway')} value={gateway.sn} to={pathToDevice('gateway', gateway.id)} />
          ) : (
            <Row label={t('gateway')} value={dash} />
          )}
          <Row label={t('closeType')} value={t(`closedAs.${alarm.closeType}`)} />
          <Row label={t('closedAt')} value={at(alarm.closedAt)} />
          <Row label={t('closer')} value={alarm.closer?.name ?? dash} />
          <Row label={t('reason')} value={alarm.clearReason ?? dash} />
        </Rows>
      </Card>
      {alarm.clears.length > 0 && (
        <Card flush title={t('clears')}>
          <Rows>
            {alarm.clears.map(({ at: ts, by, remark }) => (
              <Row key={`${ts} ${by.id}`} label={remark} hint={`${by.name} · ${at(ts)}`} />
            ))}
          </Rows>
        </Card>
      )}
    </>
  )
}
