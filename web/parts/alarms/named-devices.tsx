import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { pathToDevice } from '../../paths.ts'
import type { AlarmDetail } from './use-alarms.ts'
import styles from './alarms.module.css'

type Named = AlarmDetail['alarm']['items'][number]['devices']

/** As many as stand there before somebody asks for all. */
const first = 3

/** The devices that an alarm names, each a way to its page; of many the first few. `of`: how many it told of. */
export function NamedDevices({ devices, of }: { devices: Named; of: unknown }) {
  const t = useTranslations('alarms')
  const words = useKindWords()
  const [all, setAll] = useState(false)
  if (devices.length === 0) return null
  const shown = all || devices.length <= first + 1 ? devices : devices.slice(0, first)
  const folds = devices.length > first + 1
  const total = Math.max(devices.length, typeof of === 'number' ? of : 0)
  const untold = total - devices.length
  return (
    <>
      <ul className={styles.named}>
        {shown.map(({ id, kind, sn, name }) => (
          <li key={id}>
            <Go to={pathToDevice(kind, id)} className={styles.device}>
              <span>
                {name || words.short(kind)} <small>{sn}</small>
              </span>
              <ChevronRight size={16} aria-hidden />
            </Go>
          </li>
        ))}
      </ul>
      {folds && (
        <button type="button" className={styles.all} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('fewerDevices') : t('allDevices', { count: total - first })}
        </button>
      )}
      {(all || !folds) && untold > 0 && <p className={styles.quiet}>{t('allDevices', { count: untold })}</p>}
    </>
  )
}
