import { CircleHelp, Moon, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { lightBands, type LightBand } from '#domain/stations/hero.ts'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo } from '../../paths.ts'
import type { Home } from './home-data.ts'
import styles from './light-ribbon.module.css'

const icons: Partial<Record<LightBand, typeof Moon>> = {
  attention: TriangleAlert,
  dark: Moon,
  unknown: CircleHelp,
}

/** Each station by what its own sky allows now, worst first; of more than fit the worst, and how many there are of each. */
export function LightRibbon({ light, stations }: { light: Home['light']; stations: number }) {
  const t = useTranslations('hero')
  const format = useFormat()
  const { cells, bands } = light
  const isWhole = cells.length === stations
  // Cells come worst first.
  const lowest = cells.find(({ band }) => band === 'low' || band === 'part')
  return (
    <section className={styles.ribbon} aria-label={t('ribbon')}>
      <h2 className={styles.title}>{t('ribbon')}</h2>
      {!isWhole && <Bands bands={bands} />}
      <ul className={styles.cells}>
        {(isWhole ? cells : cells.slice(0, worstShown)).map(({ id, name, band, share }) => {
          // What is expected is an estimate: more than it is reached, and by how much means nothing.
          const text = share === null ? null : format.text('share', Math.min(1, share))
          const Icon = icons[band]
          const state = [
            ...(band === 'attention' || text === null ? [t(`band.${band}`)] : []),
            ...(text === null ? [] : [t('of', { share: text })]),
          ].join(', ')
          return (
            <li key={id}>
              <Go
                to={pathTo('station-detail', { stationId: id })}
                className={classes(styles.cell, styles[band])}
                aria-label={t('cell', { name, state })}
                title={name}
              >
                {Icon && <Icon size={15} strokeWidth={2.2} aria-hidden />}
                {text}
              </Go>
            </li>
          )
        })}
      </ul>
      <p className={styles.note}>
        {format.sentences([
          lowest?.share != null &&
            t('lowest', { name: lowest.name, share: format.text('share', lowest.share) }),
          t('ribbonNote'),
        ])}
      </p>
    </section>
  )
}

/** Two rows on a narrow phone. */
const worstShown = 8

/** All stations by band: as wide as there are of them. */
function Bands({ bands }: Pick<Home['light'], 'bands'>) {
  const t = useTranslations('hero')
  const format = useFormat()
  const present = lightBands.filter((band) => bands[band] > 0)
  return (
    <>
      <div className={styles.strip} aria-hidden>
        {present.map((band) => (
          <span key={band} className={styles[band]} style={{ flexGrow: bands[band] }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {present.map((band) => {
          const Icon = icons[band]
          return (
            <li key={band}>
              <Go to={pathTo('station-list', { sort: 'worst' })} className={styles.key}>
                <i className={classes(styles.swatch, styles[band])}>
                  {Icon && <Icon size={11} strokeWidth={2.4} aria-hidden />}
                </i>
                {t(`band.${band}`)} <b>{format.number(bands[band])}</b>
              </Go>
            </li>
          )
        })}
      </ul>
    </>
  )
}
