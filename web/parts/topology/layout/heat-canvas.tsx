import { Maximize, Maximize2, Minimize2, Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { themes } from '../../../kit/theme.ts'
import { cellAt, type Cell, type Plan } from './plan.ts'
import type { Painting } from './paint.ts'
import type { Surface } from './surface.ts'
import type { Rect } from './view.ts'
import styles from '../topology.module.css'

type HeatCanvasProps = {
  plan: Plan
  painting: Painting
  /** What it shows, in a sentence. */
  summary: string
  /** The part that is looked for. */
  part: Rect | null
  onChoose: (cell: Cell | null) => void
  /** What lies over the picture is where its tools would be. */
  covered: boolean
  full: boolean
  onFull: (full: boolean) => void
}

/** The plan as a picture to be dragged, pinched and tapped. The table beside it says the same in words. */
export function HeatCanvas({
  plan,
  painting,
  summary,
  part,
  onChoose,
  covered,
  full,
  onFull,
}: HeatCanvasProps) {
  const t = useTranslations('topology.map')
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const surface = useRef<Surface | null>(null)
  const theme = useSyncExternalStore(themes.watch, themes.shown)
  const shown = useRef<Plan | null>(null)
  const latest = useRef({ plan, painting, part })
  const tapped = useRef<(at: { x: number; y: number }, reach: number) => void>(() => undefined)
  useEffect(() => {
    tapped.current = ({ x, y }, reach) => onChoose(cellAt(plan.cells, x, y, reach))
  })
  useEffect(() => {
    if (!box.current || !canvas.current) return undefined
    const [frame, picture] = [box.current, canvas.current]
    let gone = false
    const begin = async (): Promise<void> => {
      const { openSurface } = await import('./surface.ts')
      if (gone) return
      surface.current = openSurface(frame, picture, (at, reach) => tapped.current(at, reach))
      surface.current.show(latest.current.painting, latest.current.plan, true)
      if (latest.current.part) surface.current.lookAt(latest.current.part)
      shown.current = latest.current.plan
    }
    // Without a network the table still says what there is.
    begin().catch(() => undefined)
    return () => {
      gone = true
      surface.current?.end()
      surface.current = null
    }
  }, [])
  useEffect(() => {
    latest.current = { plan, painting, part }
    if (!surface.current) return
    // Another array of the same size keeps what a person looks at.
    const before = shown.current
    const other = !before || before.width !== plan.width || before.height !== plan.height
    surface.current.show(painting, plan, other)
    if (other && part) surface.current.lookAt(part)
    shown.current = plan
  }, [plan, painting, part])
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the theme changes what the colours are
  useEffect(() => surface.current?.refresh(), [theme])
  return (
    <div
      ref={box}
      className={styles.window}
      data-looks={painting.looks.slice(0, 400).join()}
      data-marked={painting.marked.size}
    >
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={summary} />
      {!covered && (
        <div className={styles.buttons} data-over-map>
          <button type="button" aria-label={t('closer')} onClick={() => surface.current?.zoom(1.6)}>
            <Plus size={20} aria-hidden />
          </button>
          <button type="button" aria-label={t('further')} onClick={() => surface.current?.zoom(1 / 1.6)}>
            <Minus size={20} aria-hidden />
          </button>
          <button type="button" aria-label={t('whole')} onClick={() => surface.current?.fit()}>
            <Maximize size={18} aria-hidden />
          </button>
          <button type="button" aria-label={full ? t('small') : t('full')} onClick={() => onFull(!full)}>
            {full ? <Minimize2 size={18} aria-hidden /> : <Maximize2 size={18} aria-hidden />}
          </button>
        </div>
      )}
    </div>
  )
}
