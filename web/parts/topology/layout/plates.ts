/** Device pixels of a rectangle. */
export type Box = { x: number; y: number; w: number; h: number }

/**
 * A frame around what is marked, as one shape where it lies side by side; within it each keeps how it looks. Ground
 * lies on both sides of the frame: it is told from modules that are as bright, or as dark, as itself.
 */
export const drawPlates = (
  context: CanvasRenderingContext2D,
  boxes: readonly Box[],
  around: number,
  colours: { marked: string; surface: string },
): void => {
  if (boxes.length === 0) return
  for (const [by, colour] of [
    [2.2 * around, colours.surface],
    [1.7 * around, colours.marked],
    [0.8 * around, colours.surface],
  ] as const) {
    context.beginPath()
    for (const { x, y, w, h } of boxes) context.rect(x - by, y - by, w + 2 * by, h + 2 * by)
    context.fillStyle = colour
    context.fill()
  }
}
