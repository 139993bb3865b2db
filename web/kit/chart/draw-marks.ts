import type uPlot from 'uplot'

/** Dashed uprights at instants, over what is drawn. */
export const drawMarks = (u: uPlot, marks: readonly number[], stroke: string): void => {
  const { ctx, bbox } = u
  ctx.save()
  ctx.strokeStyle = stroke
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio])
  for (const instant of marks) {
    const x = Math.round(u.valToPos(instant, 'x', true))
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}
