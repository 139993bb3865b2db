/** The words on a plan: numbers on modules, names over blocks. */
import type { Box } from './plates.ts'

/** What was cut once is cut alike in the next drawing: while a hand moves the plan neither font nor room change. */
const cut = new Map<string, string>()
const CUT_KEPT = 2_000

export const shortened = (context: CanvasRenderingContext2D, text: string, room: number): string => {
  const key = `${context.font} ${room} ${text}`
  const known = cut.get(key)
  if (known !== undefined) return known
  if (cut.size >= CUT_KEPT) cut.clear()
  const fitting = fit(context, text, room)
  cut.set(key, fitting)
  return fitting
}

const fit = (context: CanvasRenderingContext2D, text: string, room: number): string => {
  if (context.measureText(text).width <= room) return text
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (context.measureText(`${text.slice(0, middle)}…`).width <= room) low = middle
    else high = middle - 1
  }
  return low === 0 ? '' : `${text.slice(0, low)}…`
}

export type Named = { box: Box; text: string; ink: string }

/** The numbers on the modules. Only where one may be too wide is each measured, which takes most of the drawing. */
export const drawNumbers = (
  context: CanvasRenderingContext2D,
  named: readonly Named[],
  ratio: number,
): void => {
  const longest = named.reduce((most, { text }) => (text.length > most.length ? text : most), '')
  const room = named.reduce((least, { box }) => Math.min(least, box.w), Number.POSITIVE_INFINITY) - 2 * ratio
  // Digits differ a little in width.
  const fits = context.measureText(longest).width * 1.15 <= room
  let ink: string | null = null
  for (const { box, text, ink: own } of named) {
    if (own !== ink) context.fillStyle = own
    ink = own
    const [x, y] = [box.x + box.w / 2, box.y + box.h / 2]
    if (fits) context.fillText(text, x, y)
    else context.fillText(text, x, y, box.w - 2 * ratio)
  }
}
