import type { ComponentType } from 'react'
import type { RouteName } from '../../paths.ts'
import { lazy, type Lazy, type Missing } from '../../kit/lazy.ts'
import { PageFailed, PagePending } from './fallback-pages.tsx'

function Missed({ error, again }: Missing<object>) {
  return <PageFailed error={error} onRetry={again} />
}

/** A page whose code comes when it is opened; where it does not come through, it stands there and says so. */
export const lazyPage = <P extends object>(
  route: RouteName,
  load: () => Promise<ComponentType<P>>,
): Lazy<P> => lazy(load, <PagePending route={route} />, Missed)
