import { lateSheet } from '../../app/failure/late-sheet.tsx'

/** Confirms an act before it is sent; comes when one is chosen. */
export const LateActSheet = lateSheet(async () => (await import('./act-sheet.tsx')).ActSheet)
