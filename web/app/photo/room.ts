/**
 * Of the files that a person chose, those there is still room for beside the `present` ones; the first are taken, the
 * others are `left`, to be named.
 */
export const withinRoom = <T>(
  chosen: readonly T[],
  { present, max }: { present: number; max: number },
): { taken: T[]; left: T[]; tooMany: boolean } => {
  const room = Math.max(0, max - present)
  const [taken, left] = [chosen.slice(0, room), chosen.slice(room)]
  return { taken, left, tooMany: left.length > 0 }
}
