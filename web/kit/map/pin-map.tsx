import { MapPin } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { MapTiles } from '#domain/stations/map-tiles.ts'
import { classes } from '../classes.ts'
import { MapFrame, type Stage } from './map-frame.tsx'
import { project, unproject, type Place, type Point } from '#domain/mercator.ts'
import { fit, fromBox, toBox, type Size } from './mercator.ts'
import { nudged, rounded } from './pin-move.ts'
import styles from './map.module.css'

type PinMapProps = {
  /** Degrees, north and east positive; null while no place is chosen. */
  value: Place | null
  /** Where pictures of the ground come from; null draws the outline alone. */
  tiles: MapTiles | null
  /** At most six decimals. */
  onChange: (place: Place) => void
  /** Names of the map and of the pin for screen readers; the pin's should say the position in words. */
  label: string
  pinLabel: string
}

/** Where a map without a pin begins: the whole world; with one: a region around it, or its roof where that can be seen. */
const closest = 6.5
const roof = 17

/**
 * A map with one pin: drag it, tap where it belongs, or move it with the arrow keys. Props alone; what else says a
 * position (numbers, the phone's own) stands beside it.
 */
export function PinMap({ value, tiles, onChange, label, pinLabel }: PinMapProps) {
  const [held, setHeld] = useState<Point | null>(null)
  const stageNow = useRef<Stage | null>(null)
  const box = useRef<HTMLDivElement>(null)
  /** From the finger to the pin's point: it does not jump when it is taken. */
  const grip = useRef<Point>({ x: 0, y: 0 })
  const placeAt = (at: Point): Place | null => {
    const stage = stageNow.current
    return stage && rounded(unproject(fromBox(stage.view, stage.size, at)))
  }
  const pointOf = (event: PointerEvent): Point => {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {}
    return { x: event.clientX - left + grip.current.x, y: event.clientY - top + grip.current.y }
  }
  const release = (event: PointerEvent): void => {
    if (!held) return
    setHeld(null)
    const place = event.type === 'pointercancel' ? null : placeAt(held)
    if (place) onChange(place)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = value && stageNow.current && nudged(value, event.key, event.shiftKey, stageNow.current)
    if (!place) return
    event.preventDefault()
    onChange(place)
  }
  /** The zoom at which the map was tapped where no pin was: it stays, or comes to a region. */
  const tappedAt = useRef<number | null>(null)
  useEffect(() => {
    tappedAt.current = null
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with the place it has led to, the tap is over
  }, [value])
  const home = (size: Size) =>
    fit(value ? [project(value)] : [], size, {
      closest:
        tappedAt.current === null
          ? tiles === null
            ? closest
            : Math.min(roof, tiles.maxZoom)
          : Math.max(closest, tappedAt.current),
    })
  const tap = (at: Point, stage: Stage): void => {
    tappedAt.current = stage.view.zoom
    onChange(rounded(unproject(fromBox(stage.view, stage.size, at))))
  }
  return (
    <div ref={box} className={styles.pinMap}>
      <MapFrame label={label} tiles={tiles} home={home} homeKey={value ? 'placed' : 'empty'} onTap={tap}>
        {(stage) => {
          stageNow.current = stage
          if (!value) return null
          const at = held ?? toBox(stage.view, stage.size, project(value))
          return (
            <button
              type="button"
              data-over-map
              aria-label={pinLabel}
              className={classes(styles.pin, held && styles.held)}
              style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
              onKeyDown={onKeyDown}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                grip.current = { x: 0, y: 0 }
                const finger = pointOf(event)
                grip.current = { x: at.x - finger.x, y: at.y - finger.y }
                setHeld(at)
              }}
              onPointerMove={(event) => held && setHeld(pointOf(event))}
              onPointerUp={release}
              onPointerCancel={release}
            >
              <MapPin size={44} strokeWidth={1.6} fill="currentColor" stroke="var(--surface)" aria-hidden />
            </button>
          )
        }}
      </MapFrame>
    </div>
  )
}
