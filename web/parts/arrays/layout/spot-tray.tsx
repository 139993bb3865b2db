import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { SearchBox } from '../../../kit/search-box.tsx'
import { bySerial, tailOf, type MemberKind, type Site } from '../site.ts'
import { StringBadge } from '../string-badge.tsx'
import { useFound } from '../use-found.ts'
import styles from './layout.module.css'

type SpotTrayProps = {
  site: Site
  kind: MemberKind
  chosen: string | null
  /** With what the fingers can do, unless what is chosen says it in its place. */
  hinted: boolean
  onChoose: (deviceId: string) => void
}
const shownAtMost = 60
const searchFrom = 9

/** Devices that are not in the layout, by string and position. */
export function SpotTray({ site, kind, chosen, hinted, onChoose }: SpotTrayProps) {
  const t = useTranslations('arrays')
  const format = useFormat()
  const numbers = new Map(site.strings.map(({ id, no }) => [id, no]))
  const noOf = (id: string): number => numbers.get(site.hang(id).stringId ?? '') ?? Infinity
  const waiting = site.members
    .filter((one) => one.kind === kind && site.hang(one.id).areaId === null)
    .sort(
      (a, b) =>
        noOf(a.id) - noOf(b.id) ||
        (site.hang(a.id).position ?? Infinity) - (site.hang(b.id).position ?? Infinity) ||
        bySerial(a, b),
    )
  const { typed, type, found, shown, left } = useFound(waiting, shownAtMost)
  const hint = hinted && <p className={styles.hint}>{t('stage.hintEmpty')}</p>
  if (waiting.length === 0) return hint
  return (
    <section className={styles.tray} aria-label={t('spots.unplaced')}>
      <h2>
        {t('spots.unplaced')} <b>{format.number(waiting.length)}</b>
      </h2>
      {waiting.length >= searchFrom && <SearchBox value={typed} onChange={type} label={t('tray.search')} />}
      {found.length === 0 && <p>{t('tray.nothing')}</p>}
      <div className={styles.chips}>
        {shown.map(({ id, sn }) => {
          const no = noOf(id)
          const { position } = site.hang(id)
          return (
            <button
              key={id}
              type="button"
              className={classes(styles.chip, id === chosen && styles.chosen)}
              aria-pressed={id === chosen}
              aria-label={t('tray.choose', { sn })}
              onClick={() => onChoose(id)}
            >
              {no !== Infinity && <StringBadge no={no} small />}
              {/* Drawn by the style: the label says the whole serial. */}
              <span data-position={position ?? ''} data-text={tailOf(sn)} />
            </button>
          )
        })}
        {left > 0 && <span className={styles.more}>{t('tray.more', { count: String(left) })}</span>}
      </div>
      {hint}
    </section>
  )
}
