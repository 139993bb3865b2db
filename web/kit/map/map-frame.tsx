import { Maximize, Minus, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { MapTiles } from '#domain/stations/map-tiles.ts'
import { useFormat } from '../words/use-format.ts'
import { classes } from '../classes.ts'
import { MapCanvas } from './map-canvas.tsx'
import { mapGestures } from './map-gestures.ts'
import type { Point } from '#domain/mercator.ts'
import { maxZoom, pan, scaleBar, settle, zoomAbout, zoomAmong, type Size, type View } from './mercator.ts'
import styles from './map.module.css'

/** What stands on the map gets this to place itself and to move the map. */
export type Stage = { view: View; size: Size; moveTo: (view: View) => void }

type MapFrameProps = {
  /** Its name for screen readers. */
  label: string
  /** Where pictures of the ground come from; null draws the outline alone. */
  tiles: MapTiles | null
  /** The view to begin with and to come back to; asked again when `homeKey` changes. */
  home: (size: Size) => View
  homeKey: string
  /** Where it was left, instead of `home`. */
  start?: View | undefined
  onView?: (view: View) => void
  /** What is shown at first and after each move. */
  onSight?: (sight: { view: View; size: Size }) => void
  /** What stands there: of what is in view a step nearer leaves something in view. */
  points?: readonly Point[]
  /** A tap on nothing but the map; a point of the world. */
  onTap?: (at: Point, stage: Stage) => void
  /** Lies over the map's lower end. */
  panel?: ReactNode
  children: (stage: Stage) => ReactNode
}

const nowhere: readonly Point[] = []
const flightMs = 260
const stillWanted = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
const eased = (share: number): number => 1 - (1 - share) ** 3

/** The frames of one movement, and where it leads; null when nothing moves. */
class Flight {
  to: View | null = null
  #frame = 0
  next(to: View, step: FrameRequestCallback): void {
    this.to = to
    this.#frame = requestAnimationFrame(step)
  }
  end(): void {
    this.to = null
    cancelAnimationFrame(this.#frame)
  }
}

/** The same view while it is equal, so that the ground is drawn when it moves and not when a mark changes. */
const useSame = (view: View | null): View | null => {
  const { x, y, zoom } = view ?? { x: 0, y: 0, zoom: 0 }
  const isThere = view !== null
  return useMemo(() => (isThere ? { x, y, zoom } : null), [isThere, x, y, zoom])
}

/** How far beyond the nearest tiles one may zoom: a roof is found on a picture that is a little blurred, too. */
const beyondTiles = 1

/** A map that needs no internet: an outline that is dragged, pinched and zoomed, and what stands on it. */
export function MapFrame({
  label,
  tiles,
  home,
  homeKey,
  start,
  onView,
  onSight,
  points = nowhere,
  onTap,
  panel,
  children,
}: MapFrameProps) {
  const t = useTranslations('map')
  const box = useRef<HTMLDivElement>(null)
  const [measured, setSize] = useState<Size | null>(null)
  const nearest = tiles === null ? maxZoom : Math.max(maxZoom, tiles.maxZoom + beyondTiles)
  const size = useMemo(() => measured && { ...measured, nearest }, [measured, nearest])
  const [view, setView] = useState<View | null>(start ?? null)
  const [flight] = useState(() => new Flight())
  const shown = useSame(view ?? (size && home(size)))

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const tell = useRef(onSight)
  useEffect(() => {
    tell.current = onSight
  })
  useEffect(() => {
    if (size && shown) tell.current?.({ view: shown, size })
  }, [size, shown])

  const set = (next: View): void => {
    setView(next)
    onView?.(next)
  }
  const moveTo = (to: View): void => {
    flight.end()
    if (!size || !shown) return
    const end = settle(to, size)
    if (stillWanted()) return set(end)
    const from = shown
    // The short way around the world.
    const dx = ((((end.x - from.x + 0.5) % 1) + 1) % 1) - 0.5
    const began = performance.now()
    const step = (at: number): void => {
      const share = eased(Math.min(1, Math.max(0, (at - began) / flightMs)))
      const next = {
        x: from.x + dx * share,
        y: from.y + (end.y - from.y) * share,
        zoom: from.zoom + (end.zoom - from.zoom) * share,
      }
      set(settle(next, size))
      if (share < 1) flight.next(end, step)
      else flight.end()
    }
    flight.next(end, step)
  }

  // The listeners are put on once and ask for what is true now.
  const now = useRef({ size, shown, set, moveTo, onTap, home })
  useEffect(() => {
    now.current = { size, shown, set, moveTo, onTap, home }
  })
  const ready = size !== null
  useEffect(() => {
    const element = box.current
    if (!element || !ready) return undefined
    let wanted: View | null = null
    let frame = 0
    /** Several moves of the fingers make one frame. */
    const change = (by: (view: View, size: Size) => View): void => {
      const { size, shown } = now.current
      if (!size || !shown) return
      flight.end()
      wanted = by(wanted ?? shown, size)
      if (frame) return
      frame = requestAnimationFrame(() => {
        frame = 0
        if (wanted) now.current.set(wanted)
        wanted = null
      })
    }
    const off = mapGestures(element, {
      pan: (dx, dy) => change((view, size) => pan(view, size, dx, dy)),
      zoom: (at, steps) => change((view, size) => zoomAbout(view, size, at, steps)),
      closer: (at) => {
        const { size, shown, moveTo } = now.current
        if (size && shown) moveTo(zoomAbout(shown, size, at, 1))
      },
      tap: (at) => {
        const { size, shown, moveTo, onTap } = now.current
        if (size && shown) onTap?.(at, { view: shown, size, moveTo })
      },
    })
    return () => {
      cancelAnimationFrame(frame)
      flight.end()
      off()
    }
  }, [ready, flight])

  const lastKey = useRef(homeKey)
  useEffect(() => {
    if (lastKey.current === homeKey) return
    lastKey.current = homeKey
    const { size, moveTo, home } = now.current
    if (size) moveTo(home(size))
  }, [homeKey])

  /** Presses that follow each other go on from where the one before leads, and not from where the map is on its way there. */
  const step = (steps: number): void => {
    const from = flight.to ?? shown
    if (!size || !from) return
    moveTo(zoomAmong(from, size, points, steps))
  }
  const shift = (dx: number, dy: number): void => {
    const from = flight.to ?? shown
    flight.end()
    if (size && from) set(pan(from, size, dx, dy))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const by = 60
    const moves: Record<string, () => void> = {
      ArrowLeft: () => shift(by, 0),
      ArrowRight: () => shift(-by, 0),
      ArrowUp: () => shift(0, by),
      ArrowDown: () => shift(0, -by),
      '+': () => step(1),
      '=': () => step(1),
      '-': () => step(-1),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }

  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes the keys that move it */}
      <div
        ref={box}
        className={styles.stage}
        role="application"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {size && shown && (
          <>
            <MapCanvas view={shown} size={size} tiles={tiles} />
            {children({ view: shown, size, moveTo })}
          </>
        )}
        <div className={styles.controls} data-over-map>
          <button type="button" aria-label={t('zoomIn')} onClick={() => step(1)}>
            <Plus size={20} aria-hidden />
          </button>
          <button type="button" aria-label={t('zoomOut')} onClick={() => step(-1)}>
            <Minus size={20} aria-hidden />
          </button>
          <button type="button" aria-label={t('showAll')} onClick={() => size && moveTo(home(size))}>
            <Maximize size={18} aria-hidden />
          </button>
        </div>
        {shown && <ScaleHint view={shown} over={tiles !== null} />}
        <div className={styles.foot}>
          {panel && (
            <div className={styles.panel} data-over-map>
              {panel}
            </div>
          )}
          {tiles && <p className={styles.credit}>{tiles.attribution}</p>}
        </div>
      </div>
    </div>
  )
}

function ScaleHint({ view, over }: { view: View; over: boolean }) {
  const format = useFormat()
  const { metres, px } = scaleBar(view)
  const text = metres >= 1000 ? `${format.number(metres / 1000)} km` : `${format.number(metres)} m`
  return (
    <div className={classes(styles.scale, over && styles.over)} aria-hidden>
      <span>{text}</span>
      <i style={{ inlineSize: px }} />
    </div>
  )
}
