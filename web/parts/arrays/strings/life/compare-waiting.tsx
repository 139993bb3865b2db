import { Card } from '../../../../kit/card.tsx'
import { Skeleton } from '../../../../kit/skeleton.tsx'

/** Px that title and headline, and each string, take in the comparison. */
const heads = 92
const line = 60

/** Keeps the place of a comparison of so many strings, so that what stands below does not move under a finger. */
export function CompareWaiting({ strings }: { strings: number }) {
  return strings < 2 ? null : (
    <Card>
      <Skeleton shape="block" height={`${heads + strings * line}px`} />
    </Card>
  )
}
