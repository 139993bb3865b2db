import { useState } from 'react'
import { words } from '../../app/phrases/catalogues.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'

const LimitsCard = lazyPart(
  async () => {
    const [file] = await Promise.all([import('./limits-card.tsx'), words.need('control')])
    return file.LimitsCard
  },
  () => <SkeletonCard />,
)

type HeldLimitsProps = {
  stationId: string
  timeZone: string
  deviceId?: string
  /** A limit holds, by what is known of the station or the device. */
  isLimited: boolean
}

/** The limits that hold; comes with the first of them, and goes on to say what ended it. */
export function HeldLimits({ isLimited, ...of }: HeldLimitsProps) {
  const [wasLimited, setWasLimited] = useState(isLimited)
  if (isLimited && !wasLimited) setWasLimited(true)
  return wasLimited ? <LimitsCard {...of} recent awaited /> : null
}
