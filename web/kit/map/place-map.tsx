import { MapPin } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { MapTiles } from '#domain/stations/map-tiles.ts'
import { MapCanvas } from './map-canvas.tsx'
import { project, type Place } from '#domain/mercator.ts'
import { fit, maxZoom, type Size } from './mercator.ts'
import styles from './map.module.css'

type PlaceMapProps = {
  /** Degrees, north and east positive. */
  value: Place
  /** Where pictures of the ground come from; null draws the outline alone. */
  tiles: MapTiles | null
}

/** As near as coasts still say where it is, or streets where they can be seen. */
const region = 3
const streets = 15

/** A small still map with a pin: where a place is, at a glance. What moves the pin is `PinMap`. */
export function PlaceMap({ value, tiles }: PlaceMapProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const nearest = tiles === null ? maxZoom : Math.max(maxZoom, tiles.maxZoom)
  const closest = tiles === null ? region : Math.min(streets, tiles.maxZoom)
  return (
    <span ref={box} className={styles.frame} aria-hidden>
      {size && (
        <>
          <MapCanvas
            view={fit([project(value)], size, { closest })}
            size={{ ...size, nearest }}
            tiles={tiles}
          />
          <span
            className={styles.pin}
            style={{ transform: `translate(${size.width / 2}px, ${size.height / 2}px)` }}
          >
            <MapPin size={36} strokeWidth={1.6} fill="currentColor" stroke="var(--surface)" />
          </span>
        </>
      )}
    </span>
  )
}
