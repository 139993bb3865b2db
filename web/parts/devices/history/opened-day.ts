import { stepPeriod, type Period } from '../../../kit/chart/period.ts'

type Asked = { period: Period | undefined; of: string | undefined }

/**
 * What a chart opens on: what the address names; before the first light, where it names nothing, the day whose energy its
 * page tells and not an empty one. `today` is a day of the place's zone.
 */
export const openedOf = (
  period: Asked['period'],
  of: Asked['of'],
  isBeforeLight: boolean,
  today: string,
): string | undefined =>
  isBeforeLight && of === undefined && (period ?? 'day') === 'day'
    ? (stepPeriod('day', today, -1, today) ?? undefined)
    : of

/** What goes into the address: the present day by its name where a chart would open on another. */
export const writtenDay = <C extends Partial<Asked>>(change: C, isBeforeLight: boolean, today: string): C =>
  isBeforeLight && 'of' in change && change.of === undefined && (change.period ?? 'day') === 'day'
    ? { ...change, of: today }
    : change
