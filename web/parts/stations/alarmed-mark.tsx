import { createElement } from 'react'
import { useTranslations } from 'use-intl'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { classes } from '../../kit/classes.ts'
import { levelIcon, levelTone } from '../states/status-pill.tsx'
import { isAlarmed } from './device-groups.ts'
import type { DeviceData } from './station-queries.ts'
import styles from './devices.module.css'

/** How many of these are at work with an open alarm, as grave as the worst of them; nothing when none is. */
export function AlarmedMark({ devices }: { devices: readonly DeviceData[] }) {
  const t = useTranslations('station.device')
  const alarmed = devices.filter(isAlarmed)
  const worst = alarmLevels.find((level) => alarmed.some(({ alarmLevel }) => alarmLevel === level))
  if (worst === undefined) return null
  return (
    <span className={classes(styles.alarmed, levelTone(worst))}>
      {createElement(levelIcon(worst), { size: 13, 'aria-hidden': true })}
      {t('alarmed', { count: alarmed.length })}
    </span>
  )
}
