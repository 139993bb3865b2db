import { lazyAside } from '../../kit/lazy.ts'
import { words } from '../phrases/catalogues.ts'
import type { standsInPane as Stands } from './wide/panes.ts'

/** Whether a page stands in a pane: none does until the frame is here, which knows of them. */
export let standsInPane: typeof Stands = () => false

/** What only wide screens load. */
export const WideFrame = lazyAside(async () => {
  const [file, panes] = await Promise.all([
    import('./wide/frame.tsx'),
    import('./wide/panes.ts'),
    words.need('wide'),
  ])
  standsInPane = panes.standsInPane
  return file.WideFrame
})
