import { lazyPart } from '../../../../kit/lazy-part.tsx'
import { words } from '../../../../app/phrases/catalogues.ts'
import { CompareWaiting } from './compare-waiting.tsx'
import type { CompareProps } from './compare-strings.tsx'

/** The comparison for pages of other things, with its words. */
export const CompareStrings = lazyPart(
  async () => {
    const [file] = await Promise.all([import('./compare-strings.tsx'), words.need('strings')])
    return file.CompareStrings
  },
  ({ expected = 0 }: CompareProps) => <CompareWaiting strings={expected} />,
)
