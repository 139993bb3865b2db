import { words } from '../../app/phrases/catalogues.ts'
import { lateSheet } from '../../app/failure/late-sheet.tsx'

/** The short text about a task, over the page where it is done, which stays as it is. */
export const LateHelp = lateSheet(async () => {
  const [file] = await Promise.all([import('./help-sheet.tsx'), words.need('service')])
  return file.HelpSheet
})
