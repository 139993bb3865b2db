import { createElement, useEffect, useState, type ComponentType } from 'react'
import { useFailureText } from './error-state.tsx'
import { toast } from './toast.tsx'

type Closes = { onClose: () => void }
type LateSheet<P extends Closes> = ComponentType<P> & {
  /** Fetches it before it is wanted, so that it opens without a network too. */
  prepare: () => void
}

/**
 * A sheet whose code comes when it is wanted. Where that does not come through, it says so and closes: the page behind
 * it stays, and the next press tries again.
 */
export const lateSheet = <P extends Closes>(load: () => Promise<ComponentType<P>>): LateSheet<P> => {
  let sheet: ComponentType<P> | null = null
  const fetched = async (): Promise<void> => {
    sheet ??= await load()
  }
  function Late(props: P) {
    const [, come] = useState(sheet !== null)
    const failureText = useFailureText()
    const { onClose } = props
    useEffect(() => {
      let wanted = true
      fetched().then(
        () => wanted && come(true),
        (error: unknown) => {
          if (!wanted) return
          toast(failureText(error), 'failed')
          onClose()
        },
      )
      return () => {
        wanted = false
      }
      // oxlint-disable-next-line react/exhaustive-deps -- asked for once, however often the page is drawn meanwhile
    }, [])
    return sheet && createElement(sheet, props)
  }
  return Object.assign(Late, { prepare: () => void fetched().catch(() => undefined) })
}
