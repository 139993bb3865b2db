import { useTranslations } from 'use-intl'
import { proposedCarbon, sourceText } from '#domain/stations/factors.ts'
import { useData } from '../../app/data/query.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import type { StationData, StationLive } from './station-queries.ts'

type PricesSheetProps = { station: StationData; live: StationLive; onClose: () => void }

/** What income and CO2 of a station are worked out with: its prices with their times, and who says so. */
export function PricesSheet({ station, live, onClose }: PricesSheetProps) {
  const t = useTranslations('prices')
  const format = useFormat()
  const found = useData('GET /api/stations/{stationId}', { params: { stationId: station.id } })
  const past = found.data?.pastPrices ?? []
  const carbon = station.co2 ?? proposedCarbon(station.country)
  const source = (text: string): string =>
    t('source', { source: sourceText(text, format.language) || t('noSource') })
  const price = ({ perKwh, currency }: { perKwh: number; currency: string }): string =>
    t('perKwh', { price: `${format.number(perKwh, 4)} ${currency}` })
  const since = past.at(-1)?.untilDay
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <Rows>
        {station.tariff ? (
          <Row
            label={since === undefined ? t('price') : t('priceSince', { day: format.day(since) })}
            hint={source(station.tariff.source)}
            value={price(station.tariff)}
          />
        ) : (
          <Row label={t('price')} hint={t('noTariff')} />
        )}
        {past.toReversed().map(({ untilDay, price: one }) => (
          <Row
            key={untilDay}
            label={t('priceUntil', { day: format.day(untilDay) })}
            hint={one ? source(one.source) : t('noPriceText')}
            value={one ? price(one) : t('noPrice')}
          />
        ))}
        {live.income?.earlier?.map((one) => (
          <Row
            key={one.currency}
            label={t('earlierIncome')}
            value={one.lifetime === null ? '–' : format.money(one.lifetime, one.currency)}
          />
        ))}
        <Row
          label={t('carbon')}
          hint={source(carbon.source)}
          value={t('perKwh', { price: `${format.number(carbon.kgPerKwh, 4)} kg` })}
        />
      </Rows>
    </Sheet>
  )
}
