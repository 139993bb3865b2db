import { shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { TrendingDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { Go } from '../../../kit/navigation/go.tsx'
import { StatusIcon, statusTone, type Status } from '../../states/status-pill.tsx'
import { nameOf } from '../device-facts.ts'
import type { DeviceRow } from './string-groups.ts'
import styles from './strings.module.css'

type DeviceTileProps = {
  device: DeviceRow
  /** The day whose energy it shows; null = its power. */
  rest: NightDay | null
  /** The greatest of what is shown beside it, W or Wh. */
  most: number
  /** It shows far less than those beside it. */
  weak: boolean
}

/**
 * One part of a string: position, power, by night the energy of the day, and its share of the best as a bar. What is not
 * well has an icon.
 */
export function DeviceTile({ device, rest, most, weak: isLow }: DeviceTileProps) {
  const t = useTranslations('device')
  const state = useTranslations('state')
  const format = useFormat()
  const { position, kind } = device
  const shown = shownOf(device, rest)
  const measure = rest === null ? 'power' : 'energy'
  const status: Status = device.online
    ? (device.state ?? 'unknown')
    : device.lastAt === null
      ? 'unknown'
      : 'offline'
  // What is not well for another reason says that.
  const calm = status === 'normal' || status === 'standby'
  const weak = isLow && calm
  const { text, unit } = format.write(measure, shown)
  const spoken = [
    position === null ? null : t('strings.position', { n: String(position) }),
    nameOf(device),
    shown === null ? null : format.text(measure, shown),
    state(status),
    weak ? t('strings.weak') : null,
  ]
    .filter(Boolean)
    .join(', ')
  const well = status === 'normal' && !weak
  return (
    <Go
      to={pathToDevice(kind, device.id)}
      className={classes(styles.tile, statusTone(weak ? 'curtailed' : status), well && styles.well)}
    >
      <span className="sr-only">{spoken}</span>
      <span className={styles.place} aria-hidden>
        {position ?? '–'}
        {weak ? <TrendingDown size={12} aria-hidden /> : !well && <StatusIcon status={status} size={12} />}
      </span>
      <span className={styles.value} aria-hidden>
        {kind === 'optimizer' ? (
          <>
            {text ?? '–'}
            {text !== null && <small>{unit}</small>}
          </>
        ) : (
          <small>{state(status)}</small>
        )}
      </span>
      {kind === 'optimizer' && (
        <span className={styles.bar} aria-hidden>
          <i
            style={{
              inlineSize: `${most > 0 && shown !== null ? Math.max(0, (shown / most) * 100) : 0}%`,
            }}
          />
        </span>
      )}
    </Go>
  )
}
