import { lazyAside } from '../../kit/lazy.ts'
import { words } from '../phrases/catalogues.ts'

/** What only wide screens load. */
export const WideFrame = lazyAside(async () => {
  const [file] = await Promise.all([import('./wide/frame.tsx'), words.need('wide')])
  return file.WideFrame
})
