import { useTranslations } from 'use-intl'
import { useFormat } from './words/use-format.ts'
import styles from './covered.module.css'

type CoveredProps = {
  /** Share of the capacity that a figure rests on, 0 to 1; null = unknown. */
  share: number | null | undefined
  /** Opens what is missing. */
  onOpen?: (() => void) | undefined
}

/** How much of the capacity a figure rests on, where that is not all of it. Down to whole per cent: never 100. */
export function Covered({ share, onOpen }: CoveredProps) {
  const t = useTranslations('ui')
  const format = useFormat()
  if (share === 1 || share === undefined) return null
  const text =
    share === null
      ? t('coveredUnknown')
      : t('covered', { share: `${format.number(Math.floor(share * 100))}%` })
  return onOpen ? (
    <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onOpen}>
      {text}
    </button>
  ) : (
    <span className={styles.part}>{text}</span>
  )
}
