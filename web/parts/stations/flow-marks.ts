/** Drawn around 0 0, to a circle of 28. */
export const marks = {
  array: 'M-14 9-9-9H14L9 9ZM-11.500 0h23M-6.500-9l-4 18M6.500-9l-4 18M0-9l-3 18',
  inverter: 'M-12-13h24v26h-24ZM-7-3q3.500-7 7 0t7 0M-7 7h4M1 7h6',
  grid: 'M-6 14 0-14 6 14M-11-6h22M-9 1H9M-3.500 3 5 9M3.500 3-5 9',
  house: 'M-15 1 0-13 15 1M-11-2.500v15.500h22v-15.500M-4 13v-9h8v9',
  battery: 'M-15-9h26v18h-26ZM11-4h4v8h-4M0-5-5 1h6l-5 5',
} as const

/** Seconds that a dash takes to the next one: calm at dawn, livelier at full power. */
export const paceOf = (share: number): string =>
  `${(2.2 - 1.3 * Math.min(1, Math.max(0, share))).toFixed(2)}s`
