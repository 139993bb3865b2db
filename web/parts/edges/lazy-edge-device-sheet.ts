import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { words } from '../../app/phrases/catalogues.ts'

/** A device of an edge; comes when one is pressed. */
export const LazyEdgeDeviceSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./edge-device-sheet.tsx'), words.need('wayOut')])
  return file.EdgeDeviceSheet
})
