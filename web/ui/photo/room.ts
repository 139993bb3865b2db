/** Of the files that a person chose, those there is still room for beside the `present` ones; the first are taken. */
export const withinRoom = <T>(
  chosen: readonly T[],
  { present, max }: { present: number; max: number },
): { taken: T[]; tooMany: boolean } => {
  const taken = chosen.slice(0, Math.max(0, max - present))
  return { taken, tooMany: taken.length < chosen.length }
}
