import type { ReactNode } from 'react'
import { Check } from 'lucide-react'
import { useId, useRef } from 'react'
import { classes } from '../../kit/classes.ts'
import type { Picked } from './ask.ts'

import styles from './pickers.module.css'
import { Windowed } from '../../kit/windowed.tsx'

export type PickItem = Picked & {
  hint?: ReactNode
  value?: ReactNode
  /** In a list to look at; what is chosen from has its marks. */
  icon?: ReactNode
  /** Cannot be chosen; its hint says why. What was chosen before can still be taken away. */
  blocked?: boolean
}

type PickListProps = {
  label: string
  items: readonly PickItem[]
  many: boolean
  chosen: readonly Picked[]
  /** The one that is looked at beside the list. */
  looked?: string | undefined
  /** All that is chosen now, in the order in which it was chosen. */
  onChoose: (chosen: readonly Picked[]) => void
}

/** Lines to choose from: circles for one, boxes for several. */
export function PickList({ label, items, many, chosen, looked, onChoose }: PickListProps) {
  const name = useId()
  const pressed = useRef(false)
  const isChosen = (id: string): boolean => chosen.some((one) => one.id === id)
  const choose = ({ id, name: itemName }: PickItem): void => {
    const picked = { id, name: itemName }
    if (!many) onChoose([picked])
    else onChoose(isChosen(id) ? chosen.filter((one) => one.id !== id) : [...chosen, picked])
  }
  return (
    <div
      role={many ? 'group' : 'radiogroup'}
      aria-label={label}
      className={styles.list}
      onPointerDown={() => {
        pressed.current = true
      }}
    >
      <Windowed items={items} as="div" rowHeight={64}>
        {(piece) =>
          piece.map((item) => (
            <label
              key={item.id}
              data-item={item.id}
              className={classes(styles.option, item.id === looked && styles.looked)}
            >
              <input
                type={many ? 'checkbox' : 'radio'}
                name={name}
                checked={isChosen(item.id)}
                disabled={item.blocked === true && !isChosen(item.id)}
                // A press is the choice, on what is chosen already too; arrow keys, which also change, only move.
                onChange={() => {
                  if (many) choose(item)
                }}
                onClick={() => {
                  if (!many && pressed.current) choose(item)
                }}
                onKeyDown={(event) => {
                  pressed.current = false
                  if (!many && event.key === 'Enter') choose(item)
                }}
              />
              <span className={classes(styles.mark, !many && styles.radio)} aria-hidden>
                <Check size={16} strokeWidth={3} />
              </span>
              <span className={styles.text}>
                {item.name}
                {item.hint && <span className={styles.hint}>{item.hint}</span>}
              </span>
              {item.value !== undefined && <span className={styles.value}>{item.value}</span>}
            </label>
          ))
        }
      </Windowed>
    </div>
  )
}
