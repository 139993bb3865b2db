import { useTranslations } from 'use-intl'
import { Card } from '../../kit/card.tsx'
import { Figure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import type { Home } from './home-data.ts'

type Flows = NonNullable<Home['flows']>
type FlowSum = NonNullable<Flows['grid']>

/** The first word for what comes from there, the second for what goes to it. */
const way = ({ powerW }: FlowSum, words: readonly [string, string]): string =>
  powerW !== null && powerW < 0 ? words[1] : words[0]

/** What is used, drawn or fed in and stored now at all stations together, as far as it is measured. */
export function FlowsCard({ flows, stale }: { flows: Flows; stale: boolean }) {
  const t = useTranslations('fleet')
  const { house, grid, battery } = flows
  const figure = (label: string, { powerW, known, of }: FlowSum) => (
    <Figure
      label={label}
      measure="power"
      value={powerW === null ? null : Math.abs(powerW)}
      old={stale}
      note={t(known < of ? 'some' : 'all', { known: String(known), of })}
    />
  )
  return (
    <Card title={t('title')}>
      <Figures columns={2}>
        {house && figure(t('house'), house)}
        {grid && figure(way(grid, [t('drawn'), t('fedIn')]), grid)}
        {battery && figure(way(battery, [t('discharging'), t('charging')]), battery)}
      </Figures>
    </Card>
  )
}
