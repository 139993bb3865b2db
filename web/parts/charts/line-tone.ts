import type { CurveLine } from '../devices/history/curve-lines.ts'

const tones = [1, 2, 3, 4, 5, 6] as const

/** The colours of lines in their order; those of the balance of a station have the same on each of its charts. */
export const toneOfLine = ({ metric }: Pick<CurveLine, 'metric'>, no: number): (typeof tones)[number] =>
  metric === 'houseW' ? 3 : metric === 'gridW' ? 4 : metric === 'batteryW' ? 5 : (tones[no] ?? 1)
