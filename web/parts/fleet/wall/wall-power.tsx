import { useTranslations } from 'use-intl'
import { Card } from '../../../kit/card.tsx'
import { classes } from '../../../kit/classes.ts'
import { Covered } from '../../../kit/covered.tsx'
import { Figure } from '../../../kit/figure.tsx'
import { useOlderThan } from '../../../kit/time/now.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { Home } from '../../home/home-data.ts'
import { IncomeNow } from '../../home/income-now.tsx'
import { useVerdict } from '../../home/use-verdict.ts'
import { staleMs } from '../block.tsx'
import { FleetCurve } from '../fleet-curve.tsx'
import styles from './wall.module.css'

/** From here on cents are noise beside the amount. */
const wholeFrom = 100

/** Power now, or in the dark what the day brought; beside what the skies allow, and over the day. Nothing counts up. */
export function WallPower({ home }: { home: Home }) {
  const t = useTranslations('hero')
  const words = useTranslations('home')
  const format = useFormat()
  const stale = useOlderThan(home.at, staleMs)
  const { light, totals } = home
  const isDark = light.bright === 0
  return (
    <Card className={styles.power}>
      <div className={styles.line}>
        <span>{isDark ? t('fleetDark') : words('power')}</span>
        <Verdict home={home} stale={stale} />
      </div>
      {isDark ? (
        <Figure
          measure="energy"
          value={light.lastDay.wh}
          size="xl"
          old={stale}
          note={light.lastDay.wh !== null && <Covered share={light.lastDay.coverage} />}
        />
      ) : (
        <Figure measure="power" value={totals.powerW} size="xl" old={stale} />
      )}
      <p className={styles.facts}>
        {!isDark && light.share !== null && !stale && (
          <span>
            {light.compared === light.bright
              ? t('fleetShare', { share: format.text('share', Math.min(1, light.share)) })
              : t('fleetShareOf', {
                  share: format.text('share', Math.min(1, light.share)),
                  count: light.compared,
                })}
          </span>
        )}
        {!isDark && totals.todayWh !== null && (
          <span>
            {words('today')} <b>{format.text('energy', totals.todayWh)}</b>
          </span>
        )}
        <IncomeNow home={home} wholeFrom={wholeFrom} />
        <span>
          {totals.powerStations === home.stations
            ? words('powerFromAll', { all: home.stations })
            : words('powerFrom', { known: String(totals.powerStations), all: String(home.stations) })}
        </span>
      </p>
      <FleetCurve of={home} />
    </Card>
  )
}

/** Is it fine? The same judgement as on home, in words and a mark. */
function Verdict({ home, stale }: { home: Home; stale: boolean }) {
  const { tone, Icon, text } = useVerdict(home, stale)
  return (
    <span className={classes(styles.verdict, tone)}>
      <Icon size="1em" strokeWidth={2.4} aria-hidden />
      {text}
    </span>
  )
}
