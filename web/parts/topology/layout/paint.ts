import type { Look } from './scale.ts'
import { TONES } from './scale.ts'
import type { Block, Cell } from './plan.ts'
import { drawNumbers, shortened, type Named } from './names.ts'
import { drawPlates, type Box } from './plates.ts'
import type { Rect } from './view.ts'

export type HeatColours = {
  tones: readonly string[]
  /** Ink over each tone, dark or light. */
  inks: readonly string[]
  surface: string
  text: string
  zero: string
  stale: string
  shutdown: string
  never: string
  empty: string
  chosen: string
  marked: string
  font: string
}

/** What is drawn of a cell; whatever is told apart on a roof can be one. */
export type Drawn = Omit<Cell, 'place' | 'mark'> & { place: { id: string } }

export type Painting = {
  cells: readonly Drawn[]
  blocks: readonly Block[]
  /** How each cell looks, and its shutdown device when it has one; in the order of `cells`. */
  looks: readonly Look[]
  marks: readonly (Look | null)[]
  /** What stands on a module that is large enough: the number alone. */
  labels: readonly string[]
  chosen: string | null
  /** What a link led to: these lie on a plate of their own. */
  marked: ReadonlySet<string>
}

/** CSS pixels a module width from which on it carries its number, and its shutdown device a mark. */
const LABEL_FROM = 29
const MARK_FROM = 11
const ROUND_UP_TO = 160

/** Diagonals through a box, `apart` device pixels from each other. */
const hatch = (context: CanvasRenderingContext2D, { x, y, w, h }: Box, apart: number): void => {
  for (let c = apart; c < w + h; c += apart) {
    context.moveTo(x + Math.max(0, c - h), y + Math.min(c, h))
    context.lineTo(x + Math.min(c, w), y + Math.max(0, c - w))
  }
}
const cross = (context: CanvasRenderingContext2D, { x, y, w, h }: Box): void => {
  context.moveTo(x, y)
  context.lineTo(x + w, y + h)
  context.moveTo(x + w, y)
  context.lineTo(x, y + h)
}
const dots = (context: CanvasRenderingContext2D, { x, y, w, h }: Box, apart: number, size: number): void => {
  const [across, down] = [Math.max(1, Math.floor(w / apart)), Math.max(1, Math.floor(h / apart))]
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1)
      context.rect(
        x + ((column + 0.5) * w) / across - size / 2,
        y + ((row + 0.5) * h) / down - size / 2,
        size,
        size,
      )
}

type Style = { colours: HeatColours; ratio: number }

/** One pattern for all the boxes that have it, in one path. */
const drawPattern = (
  context: CanvasRenderingContext2D,
  look: Exclude<Look, number>,
  boxes: readonly Box[],
  { colours, ratio }: Style,
): void => {
  const line = ratio
  const small = (boxes[0]?.w ?? 0) < 7 * ratio
  context.lineWidth = line
  context.beginPath()
  const outline = (): void => {
    for (const { x, y, w, h } of boxes) context.rect(x + line / 2, y + line / 2, w - line, h - line)
  }
  if (look === 'never') {
    context.fillStyle = colours.never
    for (const box of boxes) dots(context, box, (small ? 3 : 5) * ratio, 1.5 * ratio)
    context.fill()
    return
  }
  if (look === 'stale') for (const box of boxes) hatch(context, box, (small ? 3 : 4.5) * ratio)
  if (look === 'shutdown') for (const box of boxes) cross(context, box)
  if (look === 'unmeasured')
    for (const { x, y, w, h } of boxes) {
      context.moveTo(x + w * 0.3, y + h / 2)
      context.lineTo(x + w * 0.7, y + h / 2)
    }
  if (look === 'asleep')
    for (const { x, y, w, h } of boxes) {
      context.moveTo(x + w * 0.3, y + h * 0.7)
      context.lineTo(x + w * 0.7, y + h * 0.7)
    }
  if (look !== 'stale' || !small) outline()
  context.strokeStyle = colours[look === 'unmeasured' ? 'empty' : look === 'asleep' ? 'zero' : look]
  context.setLineDash(look === 'empty' ? [2 * ratio, 2 * ratio] : [])
  context.stroke()
  context.setLineDash([])
}

/** All cells of a part of the plan: rectangles of one colour are one path. */
const drawLooks = (
  context: CanvasRenderingContext2D,
  byLook: ReadonlyMap<Look, Box[]>,
  round: number,
  style: Style,
): void => {
  for (let tone = 0; tone < TONES; tone += 1) {
    const boxes = byLook.get(tone)
    if (!boxes) continue
    context.beginPath()
    for (const { x, y, w, h } of boxes) {
      if (round > 0) context.roundRect(x, y, w, h, round)
      else context.rect(x, y, w, h)
    }
    context.fillStyle = style.colours.tones[tone] ?? style.colours.text
    context.fill()
  }
  for (const [look, boxes] of byLook) if (typeof look !== 'number') drawPattern(context, look, boxes, style)
}

/** A shutdown device on its module: a dot when it is closed, a crossed one when it is open, a ring when unheard. */
const drawMarks = (
  context: CanvasRenderingContext2D,
  all: readonly { box: Box; look: Look }[],
  { colours, ratio }: Style,
): void => {
  for (const { box, look } of all) {
    const radius = Math.min(5 * ratio, box.w * 0.17)
    const [x, y] = [box.x + box.w - radius * 1.5, box.y + radius * 1.5]
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.fillStyle = look === 'shutdown' ? colours.shutdown : colours.surface
    context.fill()
    context.lineWidth = Math.max(ratio, radius * 0.3)
    context.strokeStyle = look === 'shutdown' ? colours.surface : colours.text
    context.setLineDash(look === 'stale' || look === 'never' ? [ratio * 1.5, ratio * 1.5] : [])
    context.stroke()
    context.setLineDash([])
    if (look !== 'shutdown' && look !== 'stale' && look !== 'never') {
      context.beginPath()
      context.arc(x, y, radius * 0.4, 0, 2 * Math.PI)
      context.fillStyle = colours.text
      context.fill()
    }
    if (look === 'shutdown') {
      const part = radius * 0.45
      context.beginPath()
      cross(context, { x: x - part, y: y - part, w: 2 * part, h: 2 * part })
      context.stroke()
    }
  }
}

/**
 * Draws a part of a plan into a canvas of its size: `scale` CSS pixels a module width, `ratio` device pixels each.
 * Rectangles of one colour are one path, so that thousands cost eight fills.
 */
export const paintPlan = (
  context: CanvasRenderingContext2D,
  painting: Painting,
  { part, scale, ratio, colours }: { part: Rect; scale: number; ratio: number; colours: HeatColours },
): void => {
  const k = scale * ratio
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  const gap = Math.max(1, Math.round(0.07 * k))
  const boxOf = ({ x, y, w, h }: Rect): Box => {
    const [left, top] = [Math.round((x - part.x) * k), Math.round((y - part.y) * k)]
    return {
      x: left,
      y: top,
      w: Math.max(1, Math.round((x + w - part.x) * k) - left - gap),
      h: Math.max(1, Math.round((y + h - part.y) * k) - top - gap),
    }
  }
  const isIn = ({ x, y, w, h }: Rect): boolean =>
    x < part.x + part.w && x + w > part.x && y < part.y + part.h && y + h > part.y
  const byLook = new Map<Look, Box[]>()
  const framed = new Map<Look, Box[]>()
  const marks: { box: Box; look: Look }[] = []
  const split: Box[] = []
  const named: Named[] = []
  const plates: Box[] = []
  let chosen: Box | null = null
  for (const [n, cell] of painting.cells.entries()) {
    if (!isIn(cell)) continue
    const look = painting.looks[n] ?? 'empty'
    const box = boxOf(cell)
    const isMarked = painting.marked.has(cell.place.id)
    const into = isMarked ? framed : byLook
    const group = into.get(look)
    if (group) group.push(box)
    else into.set(look, [box])
    const mark = painting.marks[n]
    if (mark !== null && mark !== undefined && (scale >= MARK_FROM || mark === 'shutdown'))
      marks.push({ box, look: mark })
    if (cell.modules > 1 && scale >= 8) split.push({ ...box, w: box.w, x: box.x })
    const text = painting.labels[n]
    if (scale >= LABEL_FROM && text) {
      // Beside the line between two modules, not under it.
      const { w, h } = box
      const half = cell.modules === 1 ? box : w > h ? { ...box, w: w / 2 } : { ...box, h: h / 2 }
      const ink = typeof look === 'number' ? (colours.inks[look] ?? colours.text) : colours.text
      named.push({ box: half, text, ink })
    }
    if (cell.place.id === painting.chosen) chosen = box
    if (isMarked) plates.push(box)
  }
  // Round corners are many times the work of square ones, and too small to be seen on many.
  const count = [...byLook.values()].reduce((sum, boxes) => sum + boxes.length, plates.length)
  const round = count <= ROUND_UP_TO ? Math.round(0.08 * k) : 0
  const style = { colours, ratio }
  drawLooks(context, byLook, round, style)
  // Over those beside it, under its own: neither hides the frame.
  const around = Math.max(2 * ratio, Math.min(4 * ratio, gap))
  drawPlates(context, plates, around, colours)
  drawLooks(context, framed, round, style)
  if (split.length > 0) {
    context.beginPath()
    for (const { x, y, w, h } of split) {
      if (w > h) context.rect(x + w / 2 - gap / 2, y, gap, h)
      else context.rect(x, y + h / 2 - gap / 2, w, gap)
    }
    context.fillStyle = colours.surface
    context.fill()
  }
  drawMarks(context, marks, { colours, ratio })
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `600 ${Math.min(15, Math.max(10, scale * 0.3)) * ratio}px ${colours.font}`
  drawNumbers(context, named, ratio)
  const size = Math.min(12, scale * 0.72)
  if (size >= 6.5) {
    context.textAlign = 'left'
    context.textBaseline = 'bottom'
    context.font = `500 ${size * ratio}px ${colours.font}`
    context.fillStyle = colours.text
    for (const { label, ...block } of painting.blocks) {
      if (!isIn({ ...block, y: block.y - 1, h: block.h + 1 })) continue
      const { x, y, w } = boxOf(block)
      // A frame around what is marked lies below its title.
      context.fillText(
        shortened(context, label, w),
        x,
        y - 2 * ratio - (plates.length > 0 ? 2.2 * around : 0),
      )
    }
  }
  if (chosen) {
    context.lineWidth = 2.5 * ratio
    context.strokeStyle = colours.surface
    context.strokeRect(chosen.x - 1, chosen.y - 1, chosen.w + 2, chosen.h + 2)
    context.lineWidth = 2 * ratio
    context.strokeStyle = colours.chosen
    context.strokeRect(
      chosen.x - 2.5 * ratio,
      chosen.y - 2.5 * ratio,
      chosen.w + 5 * ratio,
      chosen.h + 5 * ratio,
    )
  }
}
