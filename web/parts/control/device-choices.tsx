import { givesPower } from '#domain/devices/kinds.ts'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import type { DeviceData } from '../stations/station-queries.ts'
import { StatusPill } from '../states/status-pill.tsx'
import { type StringChoice, toggleAll } from './choices.ts'
import styles from './control.module.css'
import { Windowed } from '../../kit/windowed.tsx'

type ChoicesProps = { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void }

const statusOf = (one: DeviceData) =>
  one.online
    ? one.kind === 'gateway'
      ? 'online'
      : (one.state ?? 'online')
    : one.lastAt === null
      ? null
      : 'offline'

/** Devices with their state, to be ticked. */
export function DeviceChoices({
  devices,
  chosen,
  onChange,
}: ChoicesProps & { devices: readonly DeviceData[] }) {
  const t = useTranslations('control')
  const format = useFormat()
  const placeOf = ({ stringNo, position }: DeviceData): string =>
    stringNo === null
      ? ''
      : position === null
        ? t('inString', { no: String(stringNo) })
        : t('place', { no: String(stringNo), position: String(position) })
  return (
    <ul className={styles.choices} aria-label={t('list')}>
      <Windowed items={devices} as="li" rowHeight={60}>
        {(piece) =>
          piece.map((one) => (
            <li key={one.id}>
              <label className={styles.choice}>
                <input
                  type="checkbox"
                  checked={chosen.has(one.id)}
                  onChange={() => onChange(toggleAll(chosen, [one.id]))}
                />
                <span className={styles.choiceText}>
                  {one.name || one.sn}
                  <span className={styles.hint}>
                    {[one.name ? one.sn : '', placeOf(one)].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <span className={styles.choiceEnd}>
                  <StatusPill status={statusOf(one)} plain />
                  {givesPower(one.kind) && (
                    <span className={styles.watts}>{format.text('power', one.powerW)}</span>
                  )}
                </span>
              </label>
            </li>
          ))
        }
      </Windowed>
    </ul>
  )
}

/** Whole strings: ticking one takes all that hangs on it. */
export function StringChoices({
  strings,
  chosen,
  onChange,
}: ChoicesProps & { strings: readonly StringChoice[] }) {
  const t = useTranslations('control')
  return (
    <ul className={styles.choices} aria-label={t('strings')}>
      <Windowed items={strings} as="li" rowHeight={60}>
        {(piece) =>
          piece.map((one) => (
            <li key={one.id}>
              <label className={styles.choice}>
                <input
                  type="checkbox"
                  checked={one.members.every((id) => chosen.has(id))}
                  onChange={() => onChange(toggleAll(chosen, one.members))}
                />
                <span className={styles.choiceText}>
                  {t('stringName', { no: String(one.no), inverter: one.inverter })}
                  <span className={styles.hint}>{t('stringHint', { count: one.members.length })}</span>
                </span>
              </label>
            </li>
          ))
        }
      </Windowed>
    </ul>
  )
}
