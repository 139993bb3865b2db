import { useTranslations } from 'use-intl'
import { instanceWord } from '../../app/phrases/instance-word.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Windowed } from '../../kit/windowed.tsx'
import { NamedDevices } from './named-devices.tsx'
import { itemEnd } from './item-end.ts'
import { type ToldReading, toldReadings } from './alarm-reading.ts'
import type { AlarmDetail } from './use-alarms.ts'
import styles from './alarms.module.css'

type Detail = AlarmDetail['alarm']

/** The instances it consists of, with the readings each was raised with. */
export function AlarmItems({ alarm }: { alarm: Detail }) {
  const t = useTranslations('alarms')
  const format = useFormat()
  const { timeZone } = alarm.station
  const written = ({ name, unit, value }: ToldReading): string => {
    if (name === 'lastHeardAt') return format.instant(Date.parse(String(value)), timeZone)
    if (name === 'days')
      return String(value)
        .split(', ')
        .map((day) => format.day(day, 'short'))
        .join(', ')
    if (name === 'event') return t(`readingEvent.${value === 'fell' ? 'fell' : 'still'}`)
    if (name === 'groundFaultBit') return t(`readingFault.${value === true ? 'yes' : 'no'}`)
    if (typeof value === 'boolean') return t(`readingFlag.${value ? 'yes' : 'no'}`)
    const said = unit === 'min' ? t('minutes') : unit
    return `${typeof value === 'number' ? format.number(value) : value}${said && ` ${said}`}`
  }
  /** One part alone, without a word of its own, is the device. */
  const partOf = (instance: string): string =>
    instance === '1' && alarm.items.filter(({ joined }) => joined === null).length === 1
      ? t('wholeDevice')
      : instanceWord(instance, (no) => t('instance', { instance: no }))
  const told = ({ readings, devices }: Detail['items'][number]): { label: string; value: string }[] =>
    toldReadings(readings)
      // Named below, each a link.
      .filter(({ name }) => !(name === 'devices' || name === 'serial') || devices.length === 0)
      .map((one) => ({ label: one.word ? t(`reading.${one.word}`) : one.name, value: written(one) }))
  const ended = (item: Detail['items'][number]): string => {
    const end = itemEnd(alarm, item)
    if (end === null) return t('goesOn')
    return 'at' in end ? t('ended', { at: format.instant(end.at, timeZone) }) : t(`closedAs.${end.closeType}`)
  }
  if (alarm.items.length === 0) return null
  return (
    <Card title={t('content')}>
      <ul className={styles.items}>
        <Windowed items={alarm.items} as="li" rowHeight={72}>
          {(piece) =>
            piece.map((item) => (
              <li key={`${item.joined?.code} ${item.instance}`}>
                <p className={styles.itemHead}>
                  {item.joined === null
                    ? partOf(item.instance)
                    : `${item.joined.name[format.language]}${item.instance === '1' ? '' : ` · ${partOf(item.instance)}`}`}
                  <span>{ended(item)}</span>
                </p>
                <p className={styles.quiet}>
                  <Dotted
                    parts={[
                      format.instant(item.lastAt, timeZone),
                      item.count > 1 && t('times', { count: item.count }),
                    ]}
                  />
                </p>
                {told(item).length > 0 && (
                  <div className={styles.readings}>
                    {/* What is of then says nothing of now. */}
                    <b>{t('whenRaised')}</b>
                    <dl>
                      {told(item).map(({ label, value }) => (
                        <div key={label}>
                          <dt>{label}</dt>
                          <dd>{value}</dd>
                        </div>
                      ))}
                    </dl>
                  </div>
                )}
                <NamedDevices
                  devices={item.devices}
                  of={item.readings['silent'] ?? item.readings['children']}
                />
              </li>
            ))
          }
        </Windowed>
      </ul>
      {alarm.itemsTotal > alarm.items.length && (
        <p className={styles.quiet}>{t('itemsMore', { count: alarm.itemsTotal - alarm.items.length })}</p>
      )}
    </Card>
  )
}
