import { lazyPart } from '../../../kit/lazy-part.tsx'
import { SkeletonCard } from '../../../kit/skeleton.tsx'

export type { Checked } from './content-choice.tsx'

/** Only an order that alarms become has it. In its place stands what its page shows before its answer. */
export const ContentChoice = lazyPart(
  async () => (await import('./content-choice.tsx')).ContentChoice,
  <SkeletonCard kind="rows" rows={3} />,
)
