import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { StoredPictures, type StoredFile } from '../../app/photo/stored-files.tsx'
import { classes } from '../../kit/classes.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { statusTone } from '../states/status-pill.tsx'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

export type Line = Order['checklist'][number]

/** An answer in words: a number with its unit, a choice by its name. */
export const useAnswerText = (): ((line: Line, value: number | string | null) => string) => {
  const format = useFormat()
  return (line, value) => {
    if (value === null) return ''
    if (typeof value === 'number')
      return `${format.number(value, line.decimals ?? 2)}${line.unit ? ` ${line.unit}` : ''}`
    return line.choices.find(({ key }) => key === value)?.label[format.language] ?? value
  }
}

type ChecklistLineProps = {
  line: Line
  value: number | string | null
  picture: StoredFile | null
  /** null where nothing can be said. */
  good: boolean | null
}

/** A line of a checklist with its answer beside it, or a circle of dashes: nothing is ticked here. */
export function ChecklistLine({ line, value, picture, good }: ChecklistLineProps) {
  const t = useTranslations('order')
  const format = useFormat()
  const textOf = useAnswerText()
  // The photo stands beside those of before.
  const shot = line.kind === 'photo' && picture !== null
  const text = shot ? t('photoThere') : textOf(line, value)
  const label = line.label[format.language]
  const bad = good === false
  const Icon = bad ? TriangleAlert : text !== '' || picture ? CircleCheck : CircleDashed
  const tone = bad ? statusTone('curtailed') : statusTone('producing')
  return (
    <div className={classes(styles.check, (text !== '' || picture !== null) && tone)}>
      <Icon size={18} aria-hidden />
      <span>{label}</span>
      {text !== '' && (
        <b>
          {text}
          {bad && <span className="sr-only">, {t('notWell')}</span>}
        </b>
      )}
      {picture && !shot && (
        <div className={styles.checkPicture}>
          <StoredPictures pictures={[picture]} label={label} whole={line.kind === 'signature'} />
        </div>
      )}
    </div>
  )
}
