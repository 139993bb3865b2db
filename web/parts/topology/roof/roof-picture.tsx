import { useEffect, useRef, useSyncExternalStore } from 'react'
import { themes } from '../../../kit/theme.ts'
import { heatColours } from '../layout/colours.ts'
import { paintPlan, type Painting } from '../layout/paint.ts'
import { fitView, type Extent } from '../layout/view.ts'
import styles from './roof.module.css'

/** The whole of a plan, small and still. What it shows stands beside it in a sentence. */
export function RoofPicture({ plan, painting }: { plan: Extent; painting: Painting }) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useSyncExternalStore(themes.watch, themes.shown)
  useEffect(() => {
    const [frame, picture] = [box.current, canvas.current]
    const context = picture?.getContext('2d')
    if (!frame || !picture || !context) return undefined
    const draw = (): void => {
      const { clientWidth: width, clientHeight: height } = frame
      if (width === 0) return
      const ratio = Math.min(3, window.devicePixelRatio || 1)
      const { scale, x, y } = fitView(plan, { width, height })
      picture.width = Math.ceil(width * ratio)
      picture.height = Math.ceil(height * ratio)
      const part = { x: -x / scale, y: -y / scale, w: width / scale, h: height / scale }
      paintPlan(context, painting, { part, scale, ratio, colours: heatColours(frame) })
    }
    const sized = new ResizeObserver(draw)
    sized.observe(frame)
    return () => sized.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the theme changes what the colours are
  }, [plan, painting, theme])
  return (
    <div ref={box} className={styles.picture} data-roof={painting.looks.slice(0, 400).join()} aria-hidden>
      <canvas ref={canvas} />
    </div>
  )
}
