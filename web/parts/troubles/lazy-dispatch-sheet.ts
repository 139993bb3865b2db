import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { words } from '../../app/phrases/catalogues.ts'

export const LazyDispatchSheet = lazySheet(async () => {
  const [file] = await Promise.all([
    import('./dispatch-sheet.tsx'),
    words.need('order'),
    words.need('troubles'),
  ])
  return file.DispatchSheet
})
