import { shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { nameOf } from '../device-facts.ts'
import type { DeviceRow } from '../inverter/string-groups.ts'
import styles from './optimizer.module.css'

type StringStripProps = {
  own: DeviceRow
  string: readonly DeviceRow[]
  /** The day whose energies the bars are; null = powers. */
  rest: NightDay | null
}

/** The optimizers of a string as bars in their order, this one marked. Unknown is a dashed frame, 0 a line. */
export function StringStrip({ own, string, rest }: StringStripProps) {
  const t = useTranslations('device.optimizer')
  const ui = useTranslations('ui')
  const format = useFormat()
  const most = Math.max(1, ...string.map((one) => shownOf(one, rest) ?? 0))
  const measure = rest === null ? 'power' : 'energy'
  const told = (device: DeviceRow): string => {
    const shown = shownOf(device, rest)
    const gives = shown === null ? ui('noData') : format.text(measure, shown)
    return device.position === null
      ? t('barNoPlace', { sn: nameOf(device), gives })
      : t('bar', { position: String(device.position), gives })
  }
  const first = string[0]?.position
  const last = string.at(-1)?.position
  return (
    <figure className={styles.strip}>
      <figcaption className="sr-only">
        {t('stripLabel', { measure, string: String(own.stringNo ?? '–'), own: told(own) })}
      </figcaption>
      <ol className={styles.bars}>
        {string.map((device) => {
          const mine = device.id === own.id
          const shown = shownOf(device, rest)
          return (
            <li
              key={device.id}
              className={classes(styles.slot, mine && styles.mine, shown === null && styles.unknown)}
            >
              <span className="sr-only">
                {told(device)}
                {mine && `, ${t('this')}`}
              </span>
              <i
                aria-hidden
                style={{
                  blockSize: shown === null ? '100%' : `${Math.max(0, (shown / most) * 100)}%`,
                }}
              />
              {mine && <b aria-hidden>{device.position ?? '•'}</b>}
            </li>
          )
        })}
      </ol>
      <div className={styles.ends} aria-hidden>
        <span>{first ?? ''}</span>
        <span>{last ?? ''}</span>
      </div>
    </figure>
  )
}
