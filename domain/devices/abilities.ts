/** What a device can be told, as its gateway says it. A key that is absent or null: it cannot. */
export type Abilities = {
  switch?: object | null | undefined
  restart?: object | null | undefined
  limit?:
    | {
        /** The lowest limit, % of rated power. */
        min_pct: number
        units: readonly ('pct' | 'w')[]
        /** Who ends a limit that is not renewed. */
        reversion: 'device' | 'gateway' | 'none'
      }
    | null
    | undefined
}
