import type { Format } from '../../kit/words/use-format.ts'

/** What a limit holds at: `60%`, `3.00 kW`; null = not the same of all. */
export const limitText = (
  format: Pick<Format, 'text'>,
  { pct, w }: { pct?: number | null | undefined; w?: number | null | undefined },
): string | null =>
  typeof pct === 'number' ? `${pct}%` : typeof w === 'number' ? format.text('power', w) : null
