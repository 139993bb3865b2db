import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import { words } from '../../../app/phrases/catalogues.ts'

/** The picture of a day, month or year, loaded when somebody wants it. */
export const LazyShareCard = lazySheet(async () => {
  const [file] = await Promise.all([import('./share-card-sheet.tsx'), words.need('shareCard')])
  return file.ShareCardSheet
})
