import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { pathToDevice } from '../../paths.ts'
import { inParts } from '../../kit/words/in-parts.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import type { AlarmDetail } from './use-alarms.ts'

/** The fields of an alarm that its head does not say; what it does not have, an open one how it was closed, has no row. */
export function AlarmFacts({ alarm }: { alarm: AlarmDetail['alarm'] }) {
  const t = useTranslations('alarms')
  const words = useKindWords()
  const format = useFormat()
  const { device, station, gateway } = alarm
  const at = (ts: number): string => format.instant(ts, station.timeZone)
  const model = [alarm.brand, alarm.model].filter(Boolean).join(' ')
  return (
    <>
      <Card flush title={t('facts')}>
        <Rows>
          <Row label={t('code')} value={alarm.code} />
          <Row label={t('firstAt')} value={at(alarm.firstAt)} />
          <Row label={t('createdAt')} value={at(alarm.createdAt)} />
          <Row label={t('year')} value={t('yearText', alarm.year)} />
          <Row label={t('model')} value={inParts([words.short(device.kind), model])} />
          {gateway && (
            <Row label={t('gateway')} value={gateway.sn} to={pathToDevice('gateway', gateway.id)} />
          )}
          {alarm.status === 'closed' && (
            <Row label={t('closeType')} value={t(`closedAs.${alarm.closeType}`)} />
          )}
          {alarm.closedAt !== null && <Row label={t('closedAt')} value={at(alarm.closedAt)} />}
          {alarm.closer && <Row label={t('closer')} value={alarm.closer.name} />}
          {alarm.clearReason !== null && <Row label={t('reason')} value={alarm.clearReason} />}
        </Rows>
      </Card>
      {alarm.clears.length > 0 && (
        <Card flush title={t('clears')}>
          <Rows>
            {alarm.clears.map(({ at: ts, by, remark }) => (
              <Row key={`${ts} ${by.id}`} label={remark} hint={<Dotted parts={[by.name, at(ts)]} />} />
            ))}
          </Rows>
        </Card>
      )}
    </>
  )
}
