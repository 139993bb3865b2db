import { lazySheet } from '../../app/failure/lazy-sheet.tsx'

/** Confirms an act before it is sent; comes when one is chosen. */
export const LazyActSheet = lazySheet(async () => (await import('./act-sheet.tsx')).ActSheet)
