import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { words } from '../../app/phrases/catalogues.ts'

/** Confirms an act before it is sent; comes with its words when one is chosen. */
export const LazyActSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./act-sheet.tsx'), words.need('control')])
  return file.ActSheet
})
