import { CircleCheck, Square, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { StoredPictures } from '../../app/photo/stored-files.tsx'
import { statusTone } from '../states/status-pill.tsx'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

type Line = Order['checklist'][number]

/** What the type of the order wants to be checked, with the answers of the newest report. */
export function ChecklistCard({ order }: { order: Order }) {
  const t = useTranslations('order')
  const format = useFormat()
  const answered = order.checklist.filter(({ answer }) => answer && (answer.value !== null || answer.file))
  if (order.checklist.length === 0) return null
  if (answered.length === 0)
    return (
      <Card title={t('checklist')}>
        <ul className={styles.plainList}>
          {order.checklist.map((line) => (
            <li key={line.key}>
              <Square size={16} aria-hidden />
              {line.label[format.language]}
            </li>
          ))}
        </ul>
      </Card>
    )
  return (
    <Card
      title={t('checklist')}
      action={
        <span className={styles.quiet}>
          {t('checklistDone', { done: String(answered.length), all: String(order.checklist.length) })}
        </span>
      }
    >
      <dl className={styles.checks}>
        {order.checklist.map((line) => (
          <div key={line.key}>
            <dt>{line.label[format.language]}</dt>
            <dd>
              <Answer line={line} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Answer({ line }: { line: Line }) {
  const t = useTranslations('order')
  const format = useFormat()
  const { answer } = line
  if (answer?.file)
    return (
      <StoredPictures
        pictures={[answer.file]}
        label={line.label[format.language]}
        whole={line.kind === 'signature'}
      />
    )
  if (!answer || answer.value === null) return <span className={styles.quiet}>{t('notAnswered')}</span>
  const text =
    typeof answer.value === 'number'
      ? `${format.number(answer.value, line.decimals ?? 2)}${line.unit ? ` ${line.unit}` : ''}`
      : (line.choices.find(({ key }) => key === answer.value)?.label[format.language] ?? answer.value)
  const tone = answer.good === false ? statusTone('curtailed') : statusTone('producing')
  return (
    <span className={classes(styles.answer, answer.good !== null && tone)}>
      {answer.good === true && <CircleCheck size={14} aria-hidden />}
      {answer.good === false && <TriangleAlert size={14} aria-hidden />}
      {text}
      {answer.good === false && <span className="sr-only">, {t('notWell')}</span>}
    </span>
  )
}
