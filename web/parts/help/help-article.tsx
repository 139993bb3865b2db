import { useTranslations } from 'use-intl'
import { Card } from '../../kit/card.tsx'
import { TaskHelp } from './task-help.tsx'
import styles from './help.module.css'

/** How a task is done, beside it: where there is room nobody has to ask. */
export function HelpArticle({ of }: Parameters<typeof TaskHelp>[0]) {
  const t = useTranslations('help')
  return (
    <Card title={t(of)}>
      <div className={styles.beside}>
        <TaskHelp of={of} />
      </div>
    </Card>
  )
}
