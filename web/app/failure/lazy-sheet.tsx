import { useEffect, useEffectEvent, type ComponentType } from 'react'
import { useFailureText } from './error-state.tsx'
import { lazy, type Lazy, type Missing } from '../../kit/lazy.ts'
import { toast } from '../../kit/toast.tsx'

type Closes = {
  /** A sheet that stays while it closes; without it, it is open as long as it stands. */
  open?: boolean
  onClose: () => void
}

function Missed({ error, given: { onClose } }: Missing<Closes>) {
  const failureText = useFailureText()
  const leave = useEffectEvent(() => {
    toast(failureText(error), 'failed')
    onClose()
  })
  useEffect(() => leave(), [])
  return null
}

/**
 * A sheet whose code comes when it is opened. Where that does not come through, it says so and closes: the page behind
 * it stays, and the next press tries again.
 */
export const lazySheet = <P extends Closes>(load: () => Promise<ComponentType<P>>): Lazy<P> => {
  const Sheet = lazy<P>(load, null, Missed)
  function Opened(given: P) {
    return given.open === false && !Sheet.isHere() ? null : <Sheet {...given} />
  }
  return Object.assign(Opened, { prepare: Sheet.prepare, isHere: Sheet.isHere })
}
