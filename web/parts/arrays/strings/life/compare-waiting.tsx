import { Card } from '../../../../kit/card.tsx'
import { Skeleton } from '../../../../kit/skeleton.tsx'

/** Px that the headline and each string take in the comparison. */
const headline = 56
const line = 60

/** Keeps the place of a comparison of so many strings, so that what stands below does not move under a finger. */
export function CompareWaiting({ strings }: { strings: number }) {
  return strings < 2 ? null : (
    <Card title={<Skeleton width="32%" />}>
      <Skeleton shape="block" height={`${headline + strings * line}px`} />
    </Card>
  )
}
