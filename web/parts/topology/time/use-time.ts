import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { HeatCell, HeatMetric } from '#domain/telemetry/heat.ts'
import { serverNow } from '../../../kit/time/clock.ts'
import { useData } from '../../../app/data/query.ts'
import { todayIn } from '../../../kit/chart/period.ts'
import type { Heat } from '../use-heat.ts'
import { cellsAt, hasReadings, stepAt, stepCount, stepPaceMs, tsOfStep, type HeatDay } from './frames.ts'

/** The time that is shown: `null` = now. `step` is null until the day has been read. */
export type Time = {
  at: number | null
  day: string
  today: string
  firstDay: string
  frames: HeatDay | null
  step: number | null
  playing: boolean
  fast: boolean
  loading: boolean
  failed: boolean
  /** The day has no reading at all. */
  bare: boolean
  cells: ReadonlyMap<string, HeatCell> | null
  goTo: (at: number | null) => void
  goToStep: (step: number) => void
  goToDay: (day: string) => void
  play: (on: boolean) => void
  setFast: (fast: boolean) => void
}

type Given = {
  stationId: string
  metric: HeatMetric
  heat: Heat | undefined
  timeZone: string
  /** The instant that the address names. */
  at: number | null
  /** Told when a person has settled on a time. */
  onSettled: (at: number | null) => void
}

/** Where a day begins to be shown: in the middle, when most is to be seen; the present day at its end. */
const firstStep = (frames: HeatDay, today: boolean): number =>
  today ? Math.max(0, stepCount(frames) - 1) : Math.floor(stepCount(frames) / 2)

const LOOK_MS = 20_000
const watch = (changed: () => void): (() => void) => {
  const timer = window.setInterval(changed, LOOK_MS)
  return () => window.clearInterval(timer)
}
/** The present day at the station. What is drawn is drawn anew only when it changes. */
const useToday = (timeZone: string): string =>
  useSyncExternalStore(watch, () => todayIn(serverNow(), timeZone))

/** Now or any past step of a day, and playing through it. */
export const useTime = ({ stationId, metric, heat, timeZone, at, onSettled }: Given): Time => {
  const today = useToday(timeZone)
  const [chosen, setChosen] = useState<{ at: number | null; day: string | null }>(() => ({
    at,
    day: at === null ? null : todayIn(at, timeZone),
  }))
  const [playing, setPlaying] = useState(false)
  const [fast, setFast] = useState(false)
  const day = chosen.day ?? today
  const past = chosen.day !== null
  const query = useData(
    'GET /api/stations/{stationId}/heat-day',
    { params: { stationId }, query: { day, metric } },
    { enabled: past && stationId !== '', staleTime: day === today ? 60_000 : 3_600_000, keep: true },
  )
  const read = query.data
  const frames = past && read?.day === day && read.metric === metric ? read : null
  const steps = frames ? stepCount(frames) : 0
  const step = frames
    ? chosen.at === null
      ? firstStep(frames, day === today)
      : stepAt(frames, chosen.at)
    : null
  const last = steps - 1
  const running = playing && step !== null && step < last
  useEffect(() => {
    if (!running || !frames || step === null) return undefined
    const timer = window.setTimeout(
      () => {
        setChosen({ day, at: tsOfStep(frames, step + 1) })
        // The present day grows: its end is an end all the same.
        if (step + 1 >= last) setPlaying(false)
      },
      stepPaceMs(steps, fast),
    )
    return () => window.clearTimeout(timer)
  }, [running, frames, step, last, steps, fast, day])
  const neverHeard = useMemo(
    () => new Set((heat?.values ?? []).flatMap(({ placeId, state }) => (state === 'never' ? [placeId] : []))),
    [heat],
  )
  const cells = useMemo(
    () => (frames && step !== null ? cellsAt(frames, step, neverHeard) : null),
    [frames, step, neverHeard],
  )
  const settle = (next: number | null): void => {
    setPlaying(false)
    onSettled(next)
  }
  return {
    at: past ? (frames && step !== null ? tsOfStep(frames, step) : chosen.at) : null,
    day,
    today,
    firstDay: heat ? todayIn(heat.retainedFrom, timeZone) : today,
    frames,
    step,
    playing: running,
    fast,
    loading: past && frames === null && query.error === null,
    failed: past && frames === null && query.error !== null,
    bare: frames !== null && !hasReadings(frames),
    cells: past ? cells : null,
    goTo: (next) => {
      setChosen({ at: next, day: next === null ? null : todayIn(next, timeZone) })
      settle(next)
    },
    goToStep: (next) => {
      if (!frames) return
      const ts = tsOfStep(frames, Math.min(last, Math.max(0, next)))
      setChosen({ day, at: ts })
      settle(ts)
    },
    goToDay: (next) => {
      setPlaying(false)
      // The same time of that day, where one was chosen.
      const moved = frames && step !== null ? step * frames.stepMs + frames.from : null
      const shift = Date.parse(`${next}T00:00Z`) - Date.parse(`${day}T00:00Z`)
      const ts = moved === null ? null : Math.min(serverNow(), moved + shift)
      setChosen({ day: next, at: ts })
      if (ts !== null) onSettled(ts)
    },
    play: (on) => {
      if (on && frames && step !== null && step >= last) setChosen({ day, at: frames.from })
      setPlaying(on)
      if (!on && frames && step !== null) onSettled(tsOfStep(frames, step))
    },
    setFast,
  }
}
