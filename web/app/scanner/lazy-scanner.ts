import { lazySheet } from '../failure/lazy-sheet.tsx'

/** The scanner over a page; its decoder is large and comes with the first scan. */
export const LazyScanner = lazySheet(async () => (await import('../../kit/scanner/scanner.tsx')).Scanner)
