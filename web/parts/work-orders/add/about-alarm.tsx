import { Info } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { levelNumber } from '#domain/alarms/alarm-states.ts'
import { proposedName } from '#domain/work-orders/order-names.ts'
import { priorityOf } from '#domain/work-orders/order-states.ts'
import { canBeOrdered } from '#domain/work-orders/subjects.ts'
import { alarmCode, isOwnRule } from '../../alarms/alarm-code.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { pathToDevice } from '../../../paths.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { Note } from '../../states/note.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { LevelPill } from '../../states/status-pill.tsx'

export type About = Answer<'GET /api/alarms/{alarmId}'>['alarm']

/** What a repair order begins with that an alarm gave rise to: its name, its level as the priority, device and text. */
export const useAboutStart = (): ((alarm: About) => {
  name: string
  priority: ReturnType<typeof priorityOf>
  description: string
}) => {
  const t = useTranslations('order.add')
  const format = useFormat()
  return ({ name, level, code, count, occurredAt, station, device }) => ({
    name: proposedName(format.language, {
      type: 'repair',
      station: station.name,
      device: device.name || device.sn,
      faults: [name[format.language]],
    }),
    priority: priorityOf(levelNumber(level)),
    description: t('aboutText', {
      device: [device.name, device.sn].filter(Boolean).join(' · '),
      name: name[format.language],
      code: isOwnRule(code) ? 'none' : code,
      count,
      at: format.instant(occurredAt, station.timeZone),
    }),
  })
}

/** The alarm that the order is about, and why the order is its station's where its device cannot be transferred. */
export function AboutAlarm({ alarm }: { alarm: About }) {
  const t = useTranslations('order')
  const alarms = useTranslations('alarms')
  const words = useKindWords()
  const format = useFormat()
  const { device, station } = alarm
  return (
    <>
      <Card flush title={t('add.about')}>
        <Rows>
          <Row
            label={alarm.name[format.language]}
            hint={
              <Dotted
                parts={[alarmCode(alarms, alarm.code), format.instant(alarm.occurredAt, station.timeZone)]}
              />
            }
            value={<LevelPill level={alarm.level} />}
          />
          <Row
            label={device.name || device.sn}
            hint={<Dotted parts={[words.short(device.kind), device.name && device.sn]} />}
            to={pathToDevice(device.kind, device.id)}
          />
          <Row label={t('add.station')} value={station.name} />
        </Rows>
      </Card>
      {!canBeOrdered(device.kind, alarm.code) && (
        <Note tone="curtailed" icon={<Info size={18} />}>
          <p>{t('add.notInverter')}</p>
          <p>{t('add.aboutStation', { station: station.name })}</p>
        </Note>
      )}
    </>
  )
}
