import type uPlot from 'uplot'

/** Sunrise and sunset over a day's curve; `at` where the sun stands now, null = that is no part of the day shown. */
export type SunOfDay = { riseAt: number; setAt: number; at: number | null }

/** How high the arc rises above the drawing, CSS pixels: what the padding above leaves. */
export const SUN_HEIGHT = 26

/** The way of the sun over the day: an arc from sunrise to sunset above the curve, what lies behind it stronger. */
export const drawSun = (u: uPlot, { riseAt, setAt, at }: SunOfDay, line: string, sun: string): void => {
  const { ctx, bbox } = u
  const [left, right] = [u.valToPos(riseAt, 'x', true), u.valToPos(setAt, 'x', true)]
  if (right - left < 8) return
  const ground = bbox.top - 3 * devicePixelRatio
  const height = (SUN_HEIGHT - 8) * devicePixelRatio
  const [middle, half] = [(left + right) / 2, (right - left) / 2]
  ctx.save()
  // While zoomed in the arc ends where the drawing does.
  ctx.beginPath()
  ctx.rect(bbox.left, 0, bbox.width, ground)
  ctx.clip()
  ctx.strokeStyle = line
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio])
  ctx.beginPath()
  ctx.ellipse(middle, ground, half, height, 0, Math.PI, 2 * Math.PI)
  ctx.stroke()
  if (at !== null && at > riseAt && at < setAt) {
    const x = u.valToPos(at, 'x', true)
    const up = Math.sqrt(Math.max(0, 1 - ((x - middle) / half) ** 2))
    ctx.setLineDash([])
    ctx.strokeStyle = sun
    ctx.lineWidth = 1.5 * devicePixelRatio
    ctx.beginPath()
    ctx.ellipse(middle, ground, half, height, 0, Math.PI, Math.PI + Math.acos((middle - x) / half))
    ctx.stroke()
    ctx.fillStyle = sun
    ctx.beginPath()
    ctx.arc(x, ground - up * height, 4.5 * devicePixelRatio, 0, 2 * Math.PI)
    ctx.fill()
  }
  ctx.restore()
}
