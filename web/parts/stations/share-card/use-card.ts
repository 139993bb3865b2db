import { useTranslations } from 'use-intl'
import { isBestDay } from '#domain/telemetry/best-day.ts'
import { proposedCarbon } from '#domain/stations/factors.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { useData } from '../../../app/data/query.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { CardChart, CardText } from './draw-card.ts'

type Bars = Answer<'GET /api/stations/{stationId}/energy'>
type Curve = Answer<'GET /api/stations/{stationId}/power'>

/** Fewer samples are no curve. */
const CURVE_FROM = 3
/** So much of the night stands on both sides of a day's curve, ms. */
const AROUND_MS = 3_600_000
/** What one chooses to show. */
export type CardChoice = { name: boolean; income: boolean }

/** A day's curve from an hour before its first power to an hour after its last. */
const curveOf = ({ ts, powerW, stepMs }: Curve, clock: (at: number) => string): CardChart | null => {
  const lit = powerW.flatMap((value, no) => (value !== null && value > 0 ? [no] : []))
  const [first, last] = [lit[0], lit.at(-1)]
  if (lit.length < CURVE_FROM || first === undefined || last === undefined) return null
  const around = Math.round(AROUND_MS / stepMs)
  const [from, to] = [Math.max(0, first - around), Math.min(powerW.length - 1, last + around)]
  const at = (share: number) => {
    const ms = ts[Math.round(from + share * (to - from))]
    return ms === undefined ? [] : [{ at: share, text: clock(ms) }]
  }
  return { kind: 'curve', values: powerW.slice(from, to + 1), marks: [...at(0), ...at(0.5), ...at(1)] }
}

const barsOf = ({ bars }: Bars, name: (key: string) => string): CardChart | null => {
  if (bars.every(({ wh }) => wh === null)) return null
  const middle = Math.floor((bars.length - 1) / 2)
  const wanted = [...new Set([0, middle, bars.length - 1])]
  return {
    kind: 'bars',
    values: bars.map(({ wh }) => wh),
    marks: wanted.flatMap((no) => {
      const bar = bars[no]
      const at = no === 0 ? 0 : no === bars.length - 1 ? 1 : (no + 0.5) / bars.length
      return bar ? [{ at, text: name(bar.key) }] : []
    }),
  }
}

/** What the picture of a day, month or year of a station says; `card` null: nothing is known of it. */
export const useCard = (stationId: string, of: string, choice: CardChoice) => {
  const t = useTranslations('shareCard')
  const format = useFormat()
  const isDay = of.length === 10
  const period = of.length === 4 ? 'year' : 'month'
  const params = { stationId }
  const station = useData('GET /api/stations/{stationId}', { params })
  const energy = useData('GET /api/stations/{stationId}/energy', {
    params,
    query: { period, of: isDay ? of.slice(0, 7) : of },
  })
  const power = useData(
    'GET /api/stations/{stationId}/power',
    { params, query: { day: of } },
    { enabled: isDay },
  )
  const waitsFor = [station, energy, ...(isDay ? [power] : [])]
  const failed = waitsFor.find(({ data, error }) => data === undefined && error)
  const waiting = waitsFor.some(({ data }) => data === undefined)
  const known = station.data?.station
  const bars = energy.data
  if (waiting || known === undefined || bars === undefined) {
    const refetch = async (): Promise<void> => {
      await Promise.all(waitsFor.map((one) => one.refetch()))
    }
    return { waiting: { error: failed?.error ?? null, refetch }, card: null, income: false, file: '' }
  }
  const bar = bars.bars.find(({ key }) => key === of)
  const wh = isDay ? (bar?.wh ?? null) : bars.totalWh
  const income = (isDay ? bar?.income : bars.income)?.filter(({ amount }) => amount !== null) ?? []
  const factor = (known.co2 ?? proposedCarbon(known.country)).kgPerKwh
  const { text, unit } = format.write('energy', wh)
  const facts = [
    ...(choice.income
      ? income.map(({ currency, amount }) => ({
          label: t('income'),
          text: format.income(amount ?? 0, currency),
        }))
      : []),
    ...(wh === null ? [] : [{ label: t('co2'), text: format.text('mass', (wh / 1000) * factor) }]),
  ]
  const chart = isDay
    ? power.data
      ? curveOf(power.data, (at) => format.clock(at, known.timeZone))
      : null
    : barsOf(bars, (key) => format.day(key, 'short'))
  const card: CardText | null =
    text === null
      ? null
      : {
          name: choice.name ? known.name : null,
          when: format.day(of),
          energy: { label: t('energy'), text, unit },
          facts,
          note: isDay && isBestDay(bars.bars, of) ? t('bestDay') : null,
          chart,
        }
  // The file's name gives away no more than the picture does.
  const file = [...(choice.name ? [known.name] : ['sunkeeper']), of]
  return { waiting: null, card, income: income.length > 0, file }
}
