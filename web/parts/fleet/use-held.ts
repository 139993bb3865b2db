import { useState, type FocusEvent, type PointerEvent } from 'react'

/**
 * Rows that come in from above, and stay where they are while somebody points at one or stands in one by the keyboard:
 * nothing moves away under a press. What came meanwhile is counted and comes in afterwards.
 */
export const useHeld = <T extends { id: string }>(rows: readonly T[]) => {
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const byId = new Map(rows.map((one) => [one.id, one]))
  // What is held may have gone meanwhile: then its place closes.
  const shown = held === null ? rows : held.flatMap((id) => byId.get(id) ?? [])
  // Where there is nothing yet, nothing can move away: what comes is shown.
  const hold = (): void => {
    if (rows.length > 0) setHeld((now) => now ?? rows.map(({ id }) => id))
  }
  const point = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') hold()
  }
  return {
    shown,
    waiting: held === null ? 0 : rows.filter(({ id }) => !held.includes(id)).length,
    box: {
      onPointerEnter: point,
      // It may have come before the rows did.
      onPointerMove: point,
      onPointerLeave: () => setHeld(null),
      onFocus: hold,
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setHeld(null)
      },
    },
  }
}
