import type { useFormat } from '../../kit/words/use-format.ts'

type Format = Pick<ReturnType<typeof useFormat>, 'number' | 'text'>

/** A rating as it was entered: rounded like a reading, 27.6 W would no longer look like 27.6 kW typed in W. */
export const ratedText = (format: Format, ratedW: number): string =>
  ratedW < 1000 ? `${format.number(ratedW)} W` : format.text('power', ratedW)
