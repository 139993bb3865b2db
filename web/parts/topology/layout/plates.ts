type Box = { x: number; y: number; w: number; h: number }

/** A frame around what is marked, as one shape where it lies side by side; within it each keeps how it looks. */
export const drawPlates = (
  context: CanvasRenderingContext2D,
  boxes: readonly Box[],
  around: number,
  colours: { marked: string; surface: string },
): void => {
  if (boxes.length === 0) return
  for (const [by, colour] of [
    [around, colours.marked],
    [0, colours.surface],
  ] as const) {
    context.beginPath()
    for (const { x, y, w, h } of boxes) context.rect(x - by, y - by, w + 2 * by, h + 2 * by)
    context.fillStyle = colour
    context.fill()
  }
}
