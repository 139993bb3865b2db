import { Check, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { StoredPicture } from '../../app/photo/stored-files.tsx'
import { pathTo } from '../../paths.ts'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { LevelPill } from '../states/status-pill.tsx'
import type { Order } from './use-orders.ts'
import { onlyAlarm } from './where-of.ts'
import styles from './head.module.css'

/** So much of a description is read at a glance; the rest opens. */
const shortText = 160
const shortLines = 5

/** What somebody wrote or a device said, with the picture that shows it. */
export function WhatIsWrong({ order }: { order: Order }) {
  const t = useTranslations('order')
  const [whole, setWhole] = useState(false)
  const { description, remark, images } = order
  const [first] = images
  const long = description.length > shortText || description.split('\n').length > shortLines
  return (
    <>
      <AlarmLine order={order} />
      {(description !== '' || first) && (
        <div className={styles.wrong}>
          <div className={styles.words}>
            {description && (
              <p className={classes(styles.text, long && !whole && styles.short)}>{description}</p>
            )}
            {long && (
              <button
                type="button"
                className={styles.more}
                aria-expanded={whole}
                onClick={() => setWhole(!whole)}
              >
                {t(whole ? 'lessText' : 'moreText')}
              </button>
            )}
          </div>
          {first && (
            <div className={styles.thumb}>
              <StoredPicture one={first} />
              {images.length > 1 && <span aria-hidden>+{images.length - 1}</span>}
            </div>
          )}
        </div>
      )}
      {remark && (
        <p className={styles.text}>
          <b>{t('remark')}</b> {remark}
        </p>
      )}
    </>
  )
}

/** The alarm that it is about, when it is one: whether it is still on, and the way to it. */
function AlarmLine({ order }: { order: Order }) {
  const t = useTranslations('order')
  const format = useFormat()
  const only = onlyAlarm(order)
  const alarm = only ?? order.about
  if (!alarm) return null
  const over = only?.items.every(({ clearedAt }) => clearedAt !== null) === true
  return (
    <Go to={pathTo('alarm-detail', { alarmId: alarm.id })} className={styles.where}>
      <LevelPill level={alarm.level} />
      <span className={styles.words}>{alarm.name[format.language]}</span>
      {only && only.items.length > 0 && (
        <span className={styles.quiet}>
          {over && <Check size={13} aria-hidden />}
          {over ? t('isOver') : only.status !== 'closed' && t('itemOn')}
        </span>
      )}
      <ChevronRight size={18} className={styles.chevron} aria-hidden />
    </Go>
  )
}
