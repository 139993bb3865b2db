import { lazyPart } from '../../../../kit/lazy-part.tsx'
import { words } from '../../../../app/phrases/catalogues.ts'

/** The comparison for pages of other things, with its words. */
export const CompareStrings = lazyPart(async () => {
  const [file] = await Promise.all([import('./compare-strings.tsx'), words.need('strings')])
  return file.CompareStrings
})
