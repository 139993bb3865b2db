import { words } from '../../../app/phrases/catalogues.ts'
import { lazyPart } from '../../../kit/lazy-part.tsx'

/** Comes when somebody makes a mapping of their own, with the words of what devices measure. */
export const LazyMapFields = lazyPart(async () => {
  const [file] = await Promise.all([import('./map-fields.tsx'), words.need('mapping', 'device')])
  return file.MapFields
})
