import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { Rows } from '../../../kit/row.tsx'
import parts from '../parts.module.css'
import styles from './connect.module.css'
import { adviceFor, type Children } from './found-children.ts'
import { Windowed } from '../../../kit/windowed.tsx'

/** Serials that the gateway reports and that cannot become its devices: why, and what to do. */
export function StrangersCard({ quarantine }: Pick<Children, 'quarantine'>) {
  const t = useTranslations('connect')
  const format = useFormat()
  const now = useNow()
  if (quarantine.length === 0) return null
  return (
    <Card flush title={t('strangersTitle', { count: quarantine.length })}>
      <p className={parts.under}>{t('strangersText')}</p>
      <Rows>
        <Windowed items={quarantine.toSorted((a, b) => b.lastAt - a.lastAt)} as="div" rowHeight={110}>
          {(piece) =>
            piece.map(({ sn, reason, readings, lastAt }) => (
              <div key={sn} className={styles.stranger}>
                <CopyButton text={sn} what="SN" />
                <p>{t(`reason.${adviceFor(reason)}`)}</p>
                <p className={styles.todo}>{t(`todo.${adviceFor(reason)}`)}</p>
                <p className={styles.strangerAge}>
                  {t('readings', { count: readings, age: format.age(lastAt, now) })}
                </p>
              </div>
            ))
          }
        </Windowed>
      </Rows>
    </Card>
  )
}
