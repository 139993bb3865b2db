import type { RouteName } from '../../paths.ts'
import { Skeleton, SkeletonCard } from '../../kit/skeleton.tsx'

type Shape = 'line' | 'head' | 'figure' | 'chart' | number
/** What a page looks like before its answer: the same that it shows itself. A number is a card of so many rows. */
const shapes: Partial<Record<RouteName, readonly Shape[]>> = {
  home: ['chart', 2, 4],
  'station-list': ['line', 'figure', 'figure', 'figure'],
  'station-detail': ['head', 'chart', 'figure', 'chart'],
  'om-page': ['line', 'figure', 6],
  'mine-page': ['figure', 2, 4],
  'service-page': [3, 'figure'],
  'alarm-detail': ['figure', 4, 'chart'],
  'work-order-detail': ['figure', 4, 5],
  'work-order-flow': ['figure', 6],
  'my-work-order': ['line', 5],
  'inverter-detail': ['figure', 'chart', 5],
  'optimizer-detail': ['figure', 'chart', 5],
  'gateway-detail': ['figure', 'chart', 5],
  'shutdown-detail': ['figure', 'chart', 5],
  'device-upgrade': ['line', 6],
  'upgrade-gateway-detail': ['figure', 4, 6],
  'upgrade-gateway-level-detail': ['figure', 8],
  'om-detail': ['line', 'figure', 3, 'chart'],
  'remote-control': ['figure', 6],
  'create-or-edit-station': [2, 5],
  'add-work-order': [3, 5],
  'new-upgrade-task': [3, 5],
}

function Bones({ of }: { of: Shape }) {
  if (typeof of === 'number') return <SkeletonCard kind="rows" rows={of} />
  // A search, chips or tabs: as high as one of them.
  if (of === 'line') return <Skeleton shape="block" height="44px" />
  if (of === 'head')
    return (
      <>
        <Skeleton width="46%" />
        <Skeleton width="64%" />
        <Skeleton shape="block" height="44px" />
      </>
    )
  return <SkeletonCard kind={of} />
}

/** The skeleton of a page whose code is on its way. */
export function PageShape({ of }: { of: RouteName }) {
  return (shapes[of] ?? ['figure', 5]).map((shape, at) => <Bones key={`${at} ${shape}`} of={shape} />)
}
