import type { ComponentType } from 'react'
import { late, type Late, type Missing } from '../../kit/late.ts'
import { PageFailed, PagePending } from './fallback-pages.tsx'

function Missed({ error, again }: Missing<object>) {
  return <PageFailed error={error} onRetry={again} />
}

/** A page whose code comes when it is opened; where it does not come through, it stands there and says so. */
export const latePage = <P extends object>(load: () => Promise<ComponentType<P>>): Late<P> =>
  late(load, <PagePending />, Missed)
