import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { Covered } from '../../kit/covered.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Figure } from '../../kit/figure.tsx'
import { useNow } from '../../kit/time/now.ts'
import {
  energyNow,
  nightOf,
  silenceOf,
  soundRatedW,
  staleAfterMs,
  type DeviceDetail,
} from './device-facts.ts'
import { DayLine } from './day-line.tsx'
import { DeviceStates } from './device-states.tsx'
import { Gauge } from './gauge.tsx'
import { ratedText } from './rated-text.ts'
import { RatingNote } from './rating-note.tsx'
import styles from './parts.module.css'

type PowerCardProps = {
  detail: DeviceDetail
  /** Under it: where the device hangs. */
  children?: ReactNode
}

/**
 * State, power and its share of what is possible; by night what the day brought. A silent device shows its last power,
 * as such.
 */
export function PowerCard({ detail, children }: PowerCardProps) {
  const t = useTranslations('device.power')
  const format = useFormat()
  const now = useNow()
  const { device, latest } = detail
  const silence = silenceOf(detail, now)
  const silent = silence === 'silent' || silence === 'gateway_silent'
  const impossible = latest !== null && hasFlag(latest.flags, 'power')
  const last = latest === null || latest.powerW === null || impossible ? null : Math.max(0, latest.powerW)
  const powerW = silent ? last : device.powerW
  const ratedW = soundRatedW(device)
  const share = powerW === null || ratedW === null ? null : powerW / ratedW
  // Asleep, its 0 is not measured but known: it has no age.
  const aged = silence !== 'asleep'
  const night = silent ? null : nightOf(detail, powerW)
  // What is shut down would not begin with the sun.
  const off = device.state === 'shutdown' && !silent
  // Of what somebody switched off it stands above since when.
  const ran =
    off && detail.ranAt && !detail.switchedOff ? t('ran', { age: format.age(detail.ranAt, now) }) : null
  const [brief, rated] = off ? (['off', 'offOf'] as const) : (['rests', 'restsOf'] as const)
  const atRest = (
    <Dotted
      parts={[device.ratedW === null ? t(brief) : t(rated, { rated: ratedText(format, device.ratedW) }), ran]}
    />
  )
  if (night !== null) {
    const energy = energyNow(detail.energy, device.todayWh)
    return (
      <Card>
        <DeviceStates detail={detail} />
        <div className={styles.withDay}>
          <Figure
            label={t(night)}
            measure="energy"
            value={night === 'today' ? energy.todayWh : energy.yesterdayWh}
            size="xl"
            note={night === 'today' && <Covered share={energy.coverage.today} />}
          />
          <DayLine detail={detail} />
        </div>
        <p className={classes(styles.gaugeText, off && styles.off)}>{atRest}</p>
        <RatingNote detail={detail} />
        {children}
      </Card>
    )
  }
  return (
    <Card>
      <DeviceStates detail={detail} />
      <div className={styles.withDay}>
        <Figure
          label={silent && powerW !== null ? t('lastKnown') : t('now')}
          measure="power"
          value={powerW}
          size="xl"
          {...(aged && { at: device.lastAt, staleAfterMs: staleAfterMs(detail) })}
        />
        {!silent && <DayLine detail={detail} />}
      </div>
      {share !== null && (
        <Gauge
          label={t('gauge')}
          share={share}
          status={silent ? 'disconnected' : device.state}
          stale={silent}
        />
      )}
      <p className={classes(styles.gaugeText, off && styles.off)}>
        {impossible
          ? t(hasFlag(latest.flags, 'still') ? 'standsStill' : 'unbelievable')
          : off
            ? atRest
            : device.ratedW === null
              ? t('noRated')
              : share === null
                ? t('rated', { rated: ratedText(format, device.ratedW) })
                : t('share', {
                    share: format.text('share', share),
                    rated: ratedText(format, device.ratedW),
                  })}
      </p>
      <RatingNote detail={detail} />
      {children}
    </Card>
  )
}
