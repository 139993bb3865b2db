import {
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  FastForward,
  History,
  Moon,
  Pause,
  Play,
  Radio,
} from 'lucide-react'
import { useState, type CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { DateSheet } from '../../../kit/date-field.tsx'
import { classes } from '../../../kit/classes.ts'
import { IconButton } from '../../../kit/page.tsx'
import { stepCount } from './frames.ts'
import type { Time } from './use-time.ts'
import styles from '../topology.module.css'

const oneDay = (day: string, by: 1 | -1): string =>
  new Date(Date.parse(`${day}T00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)

/** Now, or a past day with its hours from before sunrise to after sunset. */
export function TimeBar({
  time,
  timeZone,
  day,
}: {
  time: Time
  timeZone: string
  /** What is shown of now is the energy of this day. */
  day: 'today' | 'yesterday' | null
}) {
  const t = useTranslations('topology.time')
  const past = time.at !== null || time.frames !== null || time.loading || time.failed
  return (
    <div className={styles.time}>
      <div className={styles.timeHead}>
        <button
          type="button"
          className={classes(styles.now, !past && styles.isNow)}
          aria-pressed={!past}
          onClick={() => time.goTo(null)}
        >
          {day === null || past ? <Radio size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
          {day === null || past ? t('now') : t(`nowIs.${day}`)}
        </button>
        {past ? (
          <DaySteps time={time} />
        ) : (
          <button type="button" className={styles.now} onClick={() => time.goToDay(time.today)}>
            <History size={16} aria-hidden />
            {t('past')}
          </button>
        )}
      </div>
      {past && <DaySlider time={time} timeZone={timeZone} />}
    </div>
  )
}

function DaySteps({ time }: { time: Time }) {
  const t = useTranslations('topology.time')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const { day, today, firstDay } = time
  const text = format.day(day, 'weekday')
  return (
    <div className={styles.daySteps}>
      <IconButton
        label={t('dayBefore')}
        disabled={day <= firstDay}
        onClick={() => time.goToDay(oneDay(day, -1))}
      >
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      <button
        type="button"
        className={styles.day}
        aria-haspopup="dialog"
        aria-label={t('chooseDay', { day: text })}
        onClick={() => setOpen(true)}
      >
        {text}
        <ChevronDown size={14} aria-hidden />
      </button>
      <IconButton label={t('dayAfter')} disabled={day >= today} onClick={() => time.goToDay(oneDay(day, 1))}>
        <ChevronRight size={20} aria-hidden />
      </IconButton>
      <DateSheet
        open={open}
        title={t('day')}
        value={day}
        min={firstDay}
        max={today}
        onDone={(next) => time.goToDay(next)}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}

/** Share of the day's steps, for the marks of sunrise and sunset. */
const shareOf = (ts: number | null, from: number, to: number): number | null =>
  ts === null || to <= from || ts < from || ts > to ? null : (ts - from) / (to - from)

function DaySlider({ time, timeZone }: { time: Time; timeZone: string }) {
  const t = useTranslations('topology.time')
  const format = useFormat()
  const { frames, step, playing, fast } = time
  const steps = frames ? stepCount(frames) : 0
  const clock = frames && time.at !== null ? format.clock(time.at, timeZone) : '–'
  const [rise, set] = frames
    ? [frames.sunriseAt, frames.sunsetAt].map((ts) => shareOf(ts, frames.from, frames.to))
    : [null, null]
  // A sun that is still to rise leaves the whole track dark.
  const dark = frames?.sunriseAt != null && frames.sunriseAt >= frames.to
  const sun = [
    { name: 'sunrise', share: rise ?? null, ts: frames?.sunriseAt ?? null },
    { name: 'sunset', share: set ?? null, ts: frames?.sunsetAt ?? null },
  ] as const
  return (
    <div className={styles.slider}>
      <IconButton
        label={playing ? t('pause') : t('play')}
        disabled={steps < 2}
        onClick={() => time.play(!playing)}
      >
        {playing ? <Pause size={22} aria-hidden /> : <Play size={22} aria-hidden />}
      </IconButton>
      <div className={styles.track}>
        <input
          type="range"
          className={styles.range}
          style={
            {
              '--rise': `${(rise ?? (dark ? 1 : 0)) * 100}%`,
              '--set': `${(set ?? 1) * 100}%`,
            } as CSSProperties
          }
          min={0}
          max={Math.max(1, steps - 1)}
          step={1}
          value={step ?? 0}
          disabled={steps < 2}
          aria-label={t('slider')}
          aria-valuetext={clock}
          onChange={(event) => time.goToStep(Number(event.target.value))}
        />
        <div className={styles.ticks} aria-hidden>
          {sun.map(
            ({ name, share, ts }) =>
              share !== null &&
              ts !== null && (
                <span key={name} style={{ insetInlineStart: `${share * 100}%` }}>
                  {t(name, { clock: format.clock(ts, timeZone) })}
                </span>
              ),
          )}
        </div>
      </div>
      <output className={styles.clock} aria-live="off">
        {clock}
      </output>
      <IconButton
        label={t('fast')}
        aria-pressed={fast}
        disabled={steps < 2}
        onClick={() => time.setFast(!fast)}
      >
        <FastForward size={20} aria-hidden className={fast ? styles.fast : undefined} />
      </IconButton>
    </div>
  )
}
