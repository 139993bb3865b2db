import type { ReactNode } from 'react'
import type { AppPath } from './navigation/app-path.ts'
import { Go } from './navigation/go.tsx'
import styles from './tiles.module.css'

/** Ways on beside each other, where a list of rows would push what is looked for off the screen; stands in a Card. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className={styles.tiles}>{children}</div>
}

type TileProps = {
  icon: ReactNode
  label: string
  /** What it is for, where there is room beside its name. */
  hint?: string
  to: AppPath
}

/** One way on: an icon and its name. */
export function Tile({ icon, label, hint, to }: TileProps) {
  return (
    <Go to={to} title={label} data-row className={styles.tile}>
      {icon}
      <span className={styles.words}>
        <span>{label}</span>
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </Go>
  )
}
