import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { SearchBox } from '../../../kit/search-box.tsx'
import { bySerial, tailOf, type MemberKind, type Site } from '../site.ts'
import styles from './electrical.module.css'

type TrayProps = {
  site: Site
  kind: MemberKind
  chosen: string | null
  onChoose: (deviceId: string) => void
}

const shownAtMost = 60
const searchFrom = 9

/** Devices that are in no string yet; stays in sight while the strings scroll under it. */
export function DeviceTray({ site, kind, chosen, onChoose }: TrayProps) {
  const t = useTranslations('arrays.tray')
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const waiting = site.members
    .filter((one) => one.kind === kind && site.hang(one.id).stringId === null)
    .sort(bySerial)
  const wanted = typed.trim().toUpperCase()
  const found = waiting.filter(({ sn, name }) => `${sn} ${name}`.toUpperCase().includes(wanted))
  return (
    <section className={styles.tray} aria-label={t('title')}>
      <h2 className={styles.trayTitle}>
        {t('title')} <b>{format.number(waiting.length)}</b>
      </h2>
      {waiting.length === 0 ? (
        <p className={styles.trayText}>{t('empty')}</p>
      ) : (
        <>
          {(waiting.length >= searchFrom || typed !== '') && (
            <SearchBox value={typed} onChange={setTyped} label={t('search')} />
          )}
          {found.length === 0 ? (
            <p className={styles.trayText}>{t('nothing')}</p>
          ) : (
            <div className={styles.chips}>
              {found.slice(0, shownAtMost).map(({ id, sn }) => (
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
              {found.length > shownAtMost && (
                <span className={styles.more}>
                  {t('more', { count: String(found.length - shownAtMost) })}
                </span>
              )}
            </div>
          )}
          {chosen === null && <p className={styles.trayText}>{t('hint')}</p>}
        </>
      )}
    </section>
  )
}
