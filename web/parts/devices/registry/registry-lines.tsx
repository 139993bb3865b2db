import { CircleAlert, CircleCheck, Copy, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Dotted } from '../../../kit/dotted.tsx'
import { classes } from '../../../kit/classes.ts'
import board from '../adding/adding-board.module.css'
import styles from './registry.module.css'

type Look = 'good' | 'known' | 'bad'
const looks: Record<Look, { Icon: LucideIcon; tone: string | undefined }> = {
  good: { Icon: CircleCheck, tone: board.isGood },
  known: { Icon: Copy, tone: board.isOpen },
  bad: { Icon: CircleAlert, tone: board.isBad },
}

export type ShownLine = { no: number; sn: string; hint: string }
type LinesProps = { title: string; look: Look; lines: readonly ShownLine[]; most: number }

/** Lines of a table that stand alike; the first so many of them. */
export function RegistryLines({ title, look, lines, most }: LinesProps) {
  const t = useTranslations('registry')
  if (lines.length === 0) return null
  const { Icon, tone } = looks[look]
  const more = lines.length - most
  return (
    <section>
      <h3 className={styles.head}>{title}</h3>
      <ul>
        {lines.slice(0, most).map(({ no, sn, hint }) => (
          <li key={no} className={classes(board.row, styles.line)}>
            <span className={tone}>
              <Icon size={20} aria-hidden />
            </span>
            <span className={board.rowText}>
              <span className={board.sn}>{sn || t('noSerial')}</span>
              <span className={classes(board.rowHint, look === 'bad' && board.rowProblem)}>
                <Dotted parts={[t('line', { no: String(no) }), hint]} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.text}>{t('more', { count: more })}</p>}
    </section>
  )
}
