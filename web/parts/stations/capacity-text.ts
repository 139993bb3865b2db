import type { CapacityUnit } from '#domain/stations/fields.ts'
import type { Format } from '../../kit/words/use-format.ts'

/** Installed capacity in the unit that was entered, with two decimals. */
export const capacityText = (
  format: Pick<Format, 'number'>,
  { capacity, capacityUnit }: { capacity: number; capacityUnit: CapacityUnit },
): string => `${format.number(capacity, 2, 2)} ${capacityUnit}`
