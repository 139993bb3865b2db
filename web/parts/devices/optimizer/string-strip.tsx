import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { nameOf } from '../device-facts.ts'
import type { DeviceRow } from '../inverter/string-groups.ts'
import styles from './optimizer.module.css'

/** The optimizers of a string as bars in their order, this one marked. Unknown is a dashed frame, 0 a line. */
export function StringStrip({ own, string }: { own: DeviceRow; string: readonly DeviceRow[] }) {
  const t = useTranslations('device.optimizer')
  const ui = useTranslations('ui')
  const format = useFormat()
  const most = Math.max(1, ...string.map(({ powerW }) => powerW ?? 0))
  const told = (device: DeviceRow): string => {
    const power = device.powerW === null ? ui('noData') : format.text('power', device.powerW)
    return device.position === null
      ? t('barNoPlace', { sn: nameOf(device), power })
      : t('bar', { position: String(device.position), power })
  }
  const first = string[0]?.position
  const last = string.at(-1)?.position
  return (
    <figure className={styles.strip}>
      <figcaption className="sr-only">
        {t('stripLabel', { string: String(own.stringNo ?? '–'), own: told(own) })}
      </figcaption>
      <ol className={styles.bars}>
        {string.map((device) => {
          const mine = device.id === own.id
          return (
            <li
              key={device.id}
              className={classes(styles.slot, mine && styles.mine, device.powerW === null && styles.unknown)}
            >
              <span className="sr-only">
                {told(device)}
                {mine && `, ${t('this')}`}
              </span>
              <i
                aria-hidden
                style={{
                  blockSize:
                    device.powerW === null ? '100%' : `${Math.max(0, (device.powerW / most) * 100)}%`,
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
