/** Roofs of more stations are looked for in the list. No source: chosen. */
export const ROOFS_MOST = 6
