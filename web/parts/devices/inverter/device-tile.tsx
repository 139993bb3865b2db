import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { Go } from '../../../kit/navigation/go.tsx'
import { StatusIcon, statusTone, type Status } from '../../states/status-pill.tsx'
import { nameOf } from '../device-facts.ts'
import type { DeviceRow } from './string-groups.ts'
import styles from './strings.module.css'

/** One part of a string: position, power, and its share of the best as a bar. What is not well has an icon. */
export function DeviceTile({ device, mostW }: { device: DeviceRow; mostW: number }) {
  const t = useTranslations('device')
  const state = useTranslations('state')
  const format = useFormat()
  const { powerW, position, kind } = device
  const status: Status = device.online
    ? (device.state ?? 'unknown')
    : device.lastAt === null
      ? 'unknown'
      : 'offline'
  const { text, unit } = format.write('power', powerW)
  const spoken = [
    position === null ? null : t('strings.position', { n: String(position) }),
    nameOf(device),
    powerW === null ? null : format.text('power', powerW),
    state(status),
  ]
    .filter(Boolean)
    .join(', ')
  const well = status === 'normal'
  return (
    <Go
      to={pathToDevice(kind, device.id)}
      className={classes(styles.tile, statusTone(status), well && styles.well)}
    >
      <span className="sr-only">{spoken}</span>
      <span className={styles.place} aria-hidden>
        {position ?? '–'}
        {!well && <StatusIcon status={status} size={12} />}
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
              inlineSize: `${mostW > 0 && powerW !== null ? Math.max(0, (powerW / mostW) * 100) : 0}%`,
            }}
          />
        </span>
      )}
    </Go>
  )
}
