import { flowsBothWays, givesPower } from '#domain/devices/kinds.ts'
import { shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { ChevronRight, Clock } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { useLostSince, useNow } from '../../kit/time/now.ts'
import { kindIcons } from '../states/kind-icons.ts'
import { LevelPill, StatusPill } from '../states/status-pill.tsx'
import { deviceLabel, isAlarmed, isTroubled } from './device-groups.ts'
import type { DeviceData } from './station-queries.ts'
import styles from './devices.module.css'

/** Gateways have no state of their own, and meters need not tell one: then what is known is whether they are heard. */
export const statusOf = ({ kind, online, state }: DeviceData) => {
  if (kind === 'gateway') return online ? 'online' : 'offline'
  // Of what is not heard there is one word, and of a switch the other would be read as open, and so as safe.
  if (state === 'disconnected') return 'offline'
  return state ?? (online && !givesPower(kind) ? 'online' : null)
}

type DeviceLineProps = {
  device: DeviceData
  /** The day whose energy is shown in place of power; null = powers say more. */
  rest: NightDay | null
  small?: boolean
}

/**
 * A device: how it is, what it gives, how old that is. One that cannot be heard gives nothing; what it made by day is
 * known of it all the same.
 */
export const DeviceLine = memo(function DeviceLine({ device, rest, small = false }: DeviceLineProps) {
  const t = useTranslations('station.device')
  const format = useFormat()
  const { kind, online } = device
  const lost = useLostSince() !== null
  const Icon = kindIcons[kind]
  const measures = givesPower(kind) || flowsBothWays(kind)
  const rests = rest !== null && givesPower(kind)
  const { text, unit } = rests
    ? format.write('energy', shownOf(device, rest))
    : format.write('power', online ? device.powerW : null)
  return (
    <Go
      to={pathToDevice(kind, device.id)}
      title={deviceLabel(device)}
      data-row
      className={classes(styles.line, small && styles.small)}
    >
      {!small && <Icon size={20} className={styles.icon} aria-hidden />}
      <span className={styles.what}>
        <span className={styles.name}>{deviceLabel(device)}</span>
        <span className={styles.about}>
          {/* What somebody has to see to is no calm word. */}
          {device.alarmLevel !== undefined && isAlarmed(device) ? (
            <LevelPill level={device.alarmLevel} />
          ) : (
            <StatusPill plain={!isTroubled(device)} status={statusOf(device)} />
          )}
          <Age at={device.lastAt} old={!online || lost} />
        </span>
        {device.name !== '' && !small && <span className={styles.sn}>{t('sn', { sn: device.sn })}</span>}
      </span>
      {measures && (
        <span className={styles.gives}>
          <span className={classes(styles.power, text === null && styles.absent, lost && styles.old)}>
            {text ?? '–'}
            {text !== null && <small> {unit}</small>}
          </span>
          {!rests && device.todayWh !== null && (
            <span className={styles.today}>
              {t('today', { energy: format.text('energy', device.todayWh) })}
            </span>
          )}
        </span>
      )}
      <ChevronRight size={18} className={styles.chevron} aria-hidden />
    </Go>
  )
})

function Age({ at, old }: { at: number | null; old: boolean }) {
  const format = useFormat()
  const now = useNow()
  return (
    <span className={styles.age}>
      {old && <Clock size={12} aria-hidden />}
      {format.age(at, now)}
    </span>
  )
}
