import type { ReactNode } from 'react'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { ErrorState } from './error-state.tsx'

type WaitingProps = {
  /** What is read: an answer of `useData`, a list of `usePages`, or several in one. */
  of: { error: unknown; refetch: () => Promise<unknown> }
  /** Trying again would not help. */
  final?: boolean
  /** Inside a card or a sheet instead of alone on a page. */
  inline?: boolean
  /** Lines of the skeleton. */
  rows?: number
  /** Another skeleton, where it is no card of rows. */
  children?: ReactNode
}

/** In the place of what has not come: its skeleton, or why it did not come and another try. */
export function Waiting({ of, final = false, inline = false, rows, children }: WaitingProps) {
  const { error, refetch } = of
  if (error)
    return <ErrorState error={error} inline={inline} {...(!final && { onRetry: () => void refetch() })} />
  return children ?? <SkeletonCard kind="rows" {...(rows !== undefined && { rows })} />
}
