import { words } from '../../app/phrases/catalogues.ts'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'

/** The short text about a task, over the page where it is done, which stays as it is. */
export const LazyHelp = lazySheet(async () => {
  const [file] = await Promise.all([import('./help-sheet.tsx'), words.need('service')])
  return file.HelpSheet
})
