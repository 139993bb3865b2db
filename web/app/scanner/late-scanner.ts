import { lateSheet } from '../failure/late-sheet.tsx'

/** The scanner over a page; its decoder is large and comes with the first scan. */
export const LateScanner = lateSheet(async () => (await import('../../kit/scanner/scanner.tsx')).Scanner)
