import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../../app/data/call-types.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import { Card } from '../../../kit/card.tsx'
import { classes } from '../../../kit/classes.ts'
import { LevelPill, statusTone } from '../../states/status-pill.tsx'
import { toast } from '../../../kit/toast.tsx'
import { useInstanceText } from '../use-instance-text.ts'
import { keptOf, type OrderDraft } from './order-draft.ts'
import styles from './add.module.css'
import order from '../order.module.css'

export type Checked = Answer<'GET /api/orders/check'>

type ContentChoiceProps = {
  checked: Checked
  draft: OrderDraft
  onChange: (kept: OrderDraft['kept']) => void
}

/** The alarms that become an order, item by item. Each can be taken out, the last one never. */
export function ContentChoice({ checked, draft, onChange }: ContentChoiceProps) {
  const t = useTranslations('order')
  const format = useFormat()
  const sentence = useSentence()
  const instanceText = useInstanceText()
  const { alarms, problem } = checked
  const left = alarms.reduce((sum, alarm) => sum + keptOf(draft, alarm).length, 0)
  const set = (alarm: Checked['alarms'][number], kept: readonly string[]): void => {
    const now = keptOf(draft, alarm).length
    if (left - now + kept.length === 0) toast(t('add.lastItem'), 'failed')
    else onChange({ ...draft.kept, [alarm.id]: kept })
  }
  return (
    <Card title={t('add.from')}>
      {checked.station && (
        <p>
          {t('station')}: <b>{checked.station.name}</b>
        </p>
      )}
      <p className={order.quiet}>{t('add.fromHelp')}</p>
      {problem && (
        <p className={classes(styles.problem, statusTone('fault'))} role="alert">
          <CircleAlert size={18} aria-hidden />
          {sentence(problem)}
        </p>
      )}
      <ul className={styles.alarms}>
        {alarms.map((alarm) => {
          const kept = keptOf(draft, alarm)
          const name = alarm.name[format.language]
          return (
            <li key={alarm.id}>
              <label className={styles.alarm}>
                <input
                  type="checkbox"
                  checked={kept.length > 0}
                  onChange={(event) => set(alarm, event.target.checked ? alarm.instances : [])}
                />
                <span>
                  <span className={order.pills}>
                    <LevelPill level={alarm.level} />
                  </span>
                  <b>{name}</b>
                  <span className={order.quiet}>{alarm.device.name || alarm.device.sn}</span>
                  {alarm.problem && <span className={styles.why}>{sentence(alarm.problem)}</span>}
                </span>
              </label>
              {alarm.instances.length > 1 && (
                <ul className={styles.items}>
                  {alarm.instances.map((instance, no) => (
                    <li key={instance}>
                      <label className={styles.item}>
                        <input
                          type="checkbox"
                          checked={kept.includes(instance)}
                          onChange={(event) =>
                            set(
                              alarm,
                              event.target.checked
                                ? alarm.instances.filter((one) => one === instance || kept.includes(one))
                                : kept.filter((one) => one !== instance),
                            )
                          }
                        />
                        {instanceText(instance, alarm.joined?.[no])}
                      </label>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
