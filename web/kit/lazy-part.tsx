import type { ComponentType } from 'react'
import { lazy, missed, type Lazy, type Missing } from './lazy.ts'

function Missed(given: Missing<object>) {
  const { Part } = missed
  return <Part {...given} />
}

/** A part of a page whose code comes when it is wanted; where it does not come through, its place says so. */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: Parameters<typeof lazy<P>>[1] = null,
): Lazy<P> => lazy(load, waiting, Missed)
