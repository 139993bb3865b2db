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

/** A page that is open for longer begins anew in the night, milliseconds. */
const OPEN_MS = 20 * 3_600_000
/** The hour of the screen's own clock in which it does, when nobody looks. */
const ANEW_HOUR = 4

/** Whether a screen begins anew: what months of compiled code and caches would hold is let go once a night. */
export const beginsAnew = (openMs: number, hour: number): boolean => openMs > OPEN_MS && hour === ANEW_HOUR
