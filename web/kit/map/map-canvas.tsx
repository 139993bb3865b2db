import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { MapTiles } from '#domain/stations/map-tiles.ts'
import { themes } from '../theme.ts'
import { drawMap } from './draw-map.ts'
import { drawTiles, planTiles } from './draw-tiles.ts'
import { loadLand, type Land } from './land.ts'
import type { Size, View } from './mercator.ts'
import { tileStore } from './tile-store.ts'
import styles from './map.module.css'

/** From here on the coarse coast looks it. */
const fineFrom = 4.2
const names = { sea: '--map-sea', land: '--map-land', coast: '--map-coast', grid: '--map-grid' } as const

const unwatched = (): (() => void) => () => undefined

/**
 * The ground of the map: its outline, and over that the tiles that have come, if there is a server of them. Without
 * either (no network yet) there is still the net, and what stands on it.
 */
export function MapCanvas({ view, size, tiles }: { view: View; size: Size; tiles: MapTiles | null }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useSyncExternalStore(themes.watch, themes.shown)
  const [coarse, setCoarse] = useState<Land | null>(null)
  const [fine, setFine] = useState<Land | null>(null)
  const store = tiles && tileStore(tiles.template)
  const came = useSyncExternalStore(store?.watch ?? unwatched, store?.version ?? (() => 0))
  const close = view.zoom >= fineFrom

  useEffect(() => {
    let gone = false
    loadLand('coarse')
      .then((land) => gone || setCoarse(land))
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [])
  useEffect(() => {
    if (!close || fine) return undefined
    let gone = false
    loadLand('fine')
      .then((land) => gone || setFine(land))
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [close, fine])

  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const ratio = Math.min(3, window.devicePixelRatio || 1)
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
    if (element.width !== width) element.width = width
    if (element.height !== height) element.height = height
    const style = getComputedStyle(element)
    const colour = (name: string): string => style.getPropertyValue(name).trim()
    const plan = tiles && store && planTiles(view, size, tiles, store)
    if (!plan?.whole)
      drawMap(context, view, size, {
        land: close ? (fine ?? coarse) : coarse,
        colours: {
          sea: colour(names.sea),
          land: colour(names.land),
          coast: colour(names.coast),
          grid: colour(names.grid),
        },
        ratio,
      })
    if (!plan || !store) return
    drawTiles(context, plan.drawn, { ratio, dim: theme === 'dark' ? colour(names.sea) : null })
    store.want(plan.wanted)
    element.dataset['tiles'] = plan.wanted.length > 0 ? 'coming' : plan.bare > 0 ? 'some' : 'all'
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the theme changes what the colours are
  }, [view, size, coarse, fine, close, theme, tiles, store, came])

  return <canvas ref={canvas} className={styles.ground} aria-hidden data-land={coarse ? 'drawn' : 'coming'} />
}
