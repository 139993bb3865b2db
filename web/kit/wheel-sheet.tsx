import { useState, type ReactNode } from 'react'
import { Sheet } from './sheet.tsx'

type Turning = {
  /** What the wheels stand at. */
  shown: string
  turn: (value: string) => void
  /** Takes this, and closes. */
  finish: (value: string) => void
}

type WheelSheetProps = {
  open: boolean
  title: string
  /** Where the wheels stand until one is turned. */
  value: string
  onDone: (value: string) => void
  onClose: () => void
  children: (turning: Turning) => ReactNode
}

/** A sheet with wheels: what they are turned to counts once it is done, and is forgotten when it is left. */
export function WheelSheet({ open, title, value, onDone, onClose, children }: WheelSheetProps) {
  const [turned, setTurned] = useState<string | null>(null)
  const shown = turned ?? value
  const close = (): void => {
    setTurned(null)
    onClose()
  }
  const finish = (chosen: string): void => {
    onDone(chosen)
    close()
  }
  return (
    <Sheet open={open} onClose={close} title={title} done={{ onPress: () => finish(shown) }}>
      {children({ shown, turn: setTurned, finish })}
    </Sheet>
  )
}
