/** How far the picture lies from its place, px, step by step: no edge of it stands for long on the same points. */
const places = [
  [0, 0],
  [6, 3],
  [10, 8],
  [5, 12],
  [-2, 10],
  [-8, 5],
  [-10, -3],
  [-4, -8],
  [4, -6],
] as const

/** The picture moves this often, and every fifth time its columns change places too. */
export const STEP_MS = 120_000
const STEPS_OF_A_ROUND = 5
export const COLUMNS = 3

/** Where the picture lies after so many steps, and which place a column has then. */
export const placeAt = (step: number): { x: number; y: number; turn: number } => {
  const [x = 0, y = 0] = places[step % places.length] ?? []
  return { x, y, turn: Math.floor(step / STEPS_OF_A_ROUND) % COLUMNS }
}
