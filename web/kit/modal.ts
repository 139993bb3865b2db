import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

let openCount = 0
const lockPage = (by: 1 | -1): void => {
  openCount += by
  if (openCount > 0) document.documentElement.dataset['modal'] = ''
  else delete document.documentElement.dataset['modal']
}

/** Whether a dialog lies over the page. */
export const isModalOpen = (): boolean => openCount > 0

const leaveMs = 260

/**
 * Drives a native dialog by a flag. `shown` is true from after the dialog has opened (so that what is inside can
 * measure itself) until it has left the screen; then what is marked `data-first`
 * has the focus, else the dialog. Without `onClose` nothing but the flag closes it.
 */
export const useModal = (
  open: boolean,
  onClose: (() => void) | undefined,
): { dialog: RefObject<HTMLDialogElement | null>; shown: boolean } => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState(false)
  const closeBy = useRef(onClose)
  const leave = useRef<(() => void) | null>(null)
  useEffect(() => {
    closeBy.current = onClose
  })
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!open) {
      const timer = window.setTimeout(() => setShown(false), leaveMs)
      return () => window.clearTimeout(timer)
    }
    element.showModal()
    lockPage(1)
    queueMicrotask(() => setShown(true))
    const cancel = (event: Event): void => {
      // A chooser of files inside that is cancelled tells everything around it.
      if (event.target !== element) return
      event.preventDefault()
      closeBy.current?.()
    }
    // A browser may close on a repeated Escape whatever was said; what must stay opens again.
    const closed = (): void => {
      // The event comes late: what it tells of may have been opened again since.
      if (element.open) return
      if (closeBy.current) closeBy.current()
      else if (element.isConnected) element.showModal()
    }
    const press = (event: MouseEvent): void => {
      if (event.target === element) closeBy.current?.()
    }
    element.addEventListener('cancel', cancel)
    element.addEventListener('close', closed)
    element.addEventListener('click', press)
    leave.current = () => {
      leave.current = null
      element.removeEventListener('cancel', cancel)
      element.removeEventListener('close', closed)
      element.removeEventListener('click', press)
      element.close()
      lockPage(-1)
    }
    return () => leave.current?.()
  }, [open])
  // Where the dialog itself goes away it is closed while it is still there: then the focus returns to what opened it.
  useLayoutEffect(() => () => leave.current?.(), [])
  useEffect(() => {
    if (shown) dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [shown])
  return { dialog, shown }
}
