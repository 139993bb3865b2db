import { words } from '../../app/phrases/catalogues.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'

/** The short text about a task beside it, on a wide screen. */
export const LazyArticle = lazyPart(async () => {
  const [file] = await Promise.all([import('./help-article.tsx'), words.need('service', 'tasks')])
  return file.HelpArticle
}, null)
