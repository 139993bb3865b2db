import { ErrorState } from './error-state.tsx'
import type { Missing } from '../../kit/lazy.ts'

/** Says in place of a part of a page that it did not come. */
export function MissedPart({ error, again }: Missing<object>) {
  return <ErrorState inline error={error} onRetry={again} />
}
