import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { SearchBox } from '../../../kit/search-box.tsx'
import { bySerial, tailOf, type MemberKind, type Site } from '../site.ts'
import { useFound } from '../use-found.ts'
import styles from './electrical.module.css'

type TrayProps = {
  site: Site
  kind: MemberKind
  chosen: string | null
  onChoose: (deviceId: string) => void
}

const shownAtMost = 60
const searchFrom = 9

/** Devices that are in no string yet, as long as there are any; stays in sight while the strings scroll under it. */
export function DeviceTray({ site, kind, chosen, onChoose }: TrayProps) {
  const t = useTranslations('arrays.tray')
  const format = useFormat()
  const waiting = site.members
    .filter((one) => one.kind === kind && site.hang(one.id).stringId === null)
    .sort(bySerial)
  const { typed, type, found, shown, left } = useFound(waiting, shownAtMost)
  if (waiting.length === 0) return null
  return (
    <section className={styles.tray} aria-label={t('title')}>
      <h2 className={styles.trayTitle}>
        {t('title')} <b>{format.number(waiting.length)}</b>
      </h2>
      {(waiting.length >= searchFrom || typed !== '') && (
        <SearchBox value={typed} onChange={type} label={t('search')} />
      )}
      {found.length === 0 ? (
        <p className={styles.trayText}>{t('nothing')}</p>
      ) : (
        <div className={styles.chips}>
          {shown.map(({ id, sn }) => (
            <button
              key={id}
              type="button"
              className={classes(styles.chip, id === chosen && styles.chosen)}
              aria-pressed={id === chosen}
              aria-label={t('choose', { sn })}
              onClick={() => onChoose(id)}
            >
              <span data-text={`…${tailOf(sn, 5)}`} />
            </button>
          ))}
          {left > 0 && <span className={styles.more}>{t('more', { count: String(left) })}</span>}
        </div>
      )}
      {chosen === null && <p className={styles.trayText}>{t('hint')}</p>}
    </section>
  )
}
