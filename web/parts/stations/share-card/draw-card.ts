/** What a picture to be handed on says; all of it is written already. */
export type CardText = {
  /** The station's name; null: whoever shares it left it out. */
  name: string | null
  /** The day, month or year. */
  when: string
  energy: { label: string; text: string; unit: string }
  /** Income, CO₂: one beside the other, as many as are known and wanted. */
  facts: readonly { label: string; text: string }[]
  /** A line under the figures: the best day of its month. */
  note: string | null
  /** What the chart shows, for whoever cannot see it. */
  chart: CardChart | null
}

/** Power over a day by even steps, or energy by days or months; null = not known, which is drawn as nothing. */
export type CardChart = {
  kind: 'curve' | 'bars'
  values: readonly (number | null)[]
  /** Words below, each at its place from 0 to 1. */
  marks: readonly { at: number; text: string }[]
}

export type CardColors = {
  paper: string
  ink: string
  soft: string
  faint: string
  chart: string
  sun: string
  mark: string
  onMark: string
}

/** Where a text stands, in the picture's pixels. */
export type Placed = { text: string; left: number; right: number; top: number; bottom: number }

export const CARD_WIDTH = 1080
export const CARD_HEIGHT = 1350
const EDGE = 88
const INSIDE = CARD_WIDTH - 2 * EDGE

type Style = { size: number; weight: number; color: string; least?: number }

const clip = (context: CanvasRenderingContext2D, text: string, room: number): string => {
  if (context.measureText(text).width <= room) return text
  const letters = [...text]
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > room) letters.pop()
  return `${letters.join('')}…`
}

/** Writes on a baseline, smaller where there is no room, and cut where that is not enough. */
const writer =
  (context: CanvasRenderingContext2D, font: string, placed: Placed[]) =>
  (
    text: string,
    x: number,
    y: number,
    { size, weight, color, least = size }: Style,
    {
      room = CARD_WIDTH - EDGE - x,
      align = 'left',
    }: { room?: number; align?: 'left' | 'center' | 'right' } = {},
  ): number => {
    let px = size
    const set = (): void => {
      context.font = `${weight} ${px}px ${font}`
    }
    set()
    while (px > least && context.measureText(text).width > room) {
      px -= 2
      set()
    }
    const shown = clip(context, text, room)
    context.fillStyle = color
    context.textAlign = align
    context.textBaseline = 'alphabetic'
    context.fillText(shown, x, y)
    const { width } = context.measureText(shown)
    const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
    placed.push({ text: shown, left, right: left + width, top: y - px * 0.8, bottom: y + px * 0.25 })
    return width
  }

/** The mark of Sunkeeper, as its icon. */
const drawMark = (
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  colors: CardColors,
): void => {
  context.save()
  context.translate(x, y)
  context.scale(size / 64, size / 64)
  context.fillStyle = colors.mark
  context.beginPath()
  context.roundRect(0, 0, 64, 64, 15)
  context.fill()
  context.fillStyle = colors.onMark
  context.beginPath()
  context.moveTo(14, 46)
  context.lineTo(50, 46)
  context.lineTo(45, 28)
  context.lineTo(19, 28)
  context.closePath()
  context.fill()
  context.strokeStyle = colors.mark
  context.lineWidth = 2.5
  context.beginPath()
  context.moveTo(32, 28)
  context.lineTo(32, 46)
  context.moveTo(16.3, 38)
  context.lineTo(47.7, 38)
  context.stroke()
  context.fillStyle = colors.sun
  context.beginPath()
  context.arc(32, 17, 6, 0, 2 * Math.PI)
  context.fill()
  context.restore()
}

type Box = { left: number; top: number; width: number; height: number }

const drawCurve = (
  context: CanvasRenderingContext2D,
  values: CardChart['values'],
  { left, top, width, height }: Box,
  colors: CardColors,
): void => {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const step = width / Math.max(1, values.length - 1)
  const place = (value: number, no: number): [number, number] => [
    left + no * step,
    top + height - (Math.max(0, value) / most) * height,
  ]
  // Stretches that are known, each by itself: a gap stays one.
  const stretches: [number, number][][] = []
  for (const [no, value] of values.entries()) {
    if (value === null) continue
    const last = stretches.at(-1)
    if (last && values[no - 1] !== null && no > 0) last.push(place(value, no))
    else stretches.push([place(value, no)])
  }
  const shade = context.createLinearGradient(0, top, 0, top + height)
  shade.addColorStop(0, colors.chart)
  shade.addColorStop(1, colors.paper)
  for (const stretch of stretches) {
    const [first, last] = [stretch[0], stretch.at(-1)]
    if (!first || !last) continue
    context.beginPath()
    for (const [x, y] of stretch) context.lineTo(x, y)
    context.lineTo(last[0], top + height)
    context.lineTo(first[0], top + height)
    context.closePath()
    context.globalAlpha = 0.3
    context.fillStyle = shade
    context.fill()
    context.globalAlpha = 1
    context.beginPath()
    for (const [x, y] of stretch) context.lineTo(x, y)
    context.strokeStyle = colors.chart
    context.lineWidth = 6
    context.lineJoin = 'round'
    context.lineCap = 'round'
    context.stroke()
  }
}

const drawBars = (
  context: CanvasRenderingContext2D,
  values: CardChart['values'],
  { left, top, width, height }: Box,
  colors: CardColors,
): void => {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const step = width / Math.max(1, values.length)
  const wide = step * 0.68
  context.fillStyle = colors.chart
  for (const [no, value] of values.entries()) {
    if (value === null) continue
    const high = Math.max(4, (Math.max(0, value) / most) * height)
    context.beginPath()
    context.roundRect(left + no * step + (step - wide) / 2, top + height - high, wide, high, [
      Math.min(wide / 2, 12),
      Math.min(wide / 2, 12),
      0,
      0,
    ])
    context.fill()
  }
}

/** Draws the picture and gives where each text stands. */
export const drawCard = (
  canvas: HTMLCanvasElement,
  card: CardText,
  { colors, font, brand }: { colors: CardColors; font: string; brand: string },
): Placed[] => {
  canvas.width = CARD_WIDTH
  canvas.height = CARD_HEIGHT
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const placed: Placed[] = []
  const write = writer(context, font, placed)
  context.fillStyle = colors.paper
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT)

  // Whose it is and when: the larger of both is what there is.
  let y = EDGE + 52
  if (card.name !== null) {
    write(card.name, EDGE, y, { size: 52, least: 36, weight: 600, color: colors.ink })
    y += 62
  }
  write(card.when, EDGE, y, {
    size: card.name === null ? 52 : 38,
    least: 30,
    weight: card.name === null ? 600 : 400,
    color: card.name === null ? colors.ink : colors.soft,
  })

  // The figure.
  const { label, text, unit } = card.energy
  write(label, EDGE, 350, { size: 34, weight: 400, color: colors.soft })
  const wide = write(
    text,
    EDGE,
    500,
    { size: 168, least: 96, weight: 700, color: colors.ink },
    { room: INSIDE - 220 },
  )
  write(unit, EDGE + wide + 20, 500, { size: 56, weight: 500, color: colors.soft }, { room: 200 })

  // What it was worth.
  const column = INSIDE / Math.max(1, card.facts.length)
  for (const [no, fact] of card.facts.entries()) {
    const x = EDGE + no * column
    const room = column - 24
    write(fact.label, x, 596, { size: 30, least: 24, weight: 400, color: colors.soft }, { room })
    write(fact.text, x, 652, { size: 50, least: 30, weight: 600, color: colors.ink }, { room })
  }
  if (card.note !== null) {
    context.fillStyle = colors.sun
    context.beginPath()
    context.arc(EDGE + 13, 721, 13, 0, 2 * Math.PI)
    context.fill()
    write(card.note, EDGE + 42, 733, { size: 34, least: 28, weight: 600, color: colors.ink })
  }

  if (card.chart) {
    const box = { left: EDGE, top: 790, width: INSIDE, height: 300 }
    if (card.chart.kind === 'curve') drawCurve(context, card.chart.values, box, colors)
    else drawBars(context, card.chart.values, box, colors)
    context.fillStyle = colors.faint
    context.fillRect(box.left, box.top + box.height, box.width, 3)
    for (const { at, text: word } of card.chart.marks)
      write(
        word,
        box.left + at * box.width,
        box.top + box.height + 46,
        { size: 28, weight: 400, color: colors.soft },
        { room: 220, align: at < 0.1 ? 'left' : at > 0.9 ? 'right' : 'center' },
      )
  }

  drawMark(context, EDGE, CARD_HEIGHT - EDGE - 64, 64, colors)
  write(brand, EDGE + 84, CARD_HEIGHT - EDGE - 20, { size: 36, weight: 600, color: colors.ink })
  return placed
}
