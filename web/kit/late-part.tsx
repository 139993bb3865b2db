import type { ComponentType } from 'react'
import { late, missed, type Late, type Missing } from './late.ts'

function Missed(given: Missing<object>) {
  const { Part } = missed
  return <Part {...given} />
}

/** A part of a page whose code comes when it is wanted; where it does not come through, its place says so. */
export const latePart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: Parameters<typeof late<P>>[1] = null,
): Late<P> => late(load, waiting, Missed)
