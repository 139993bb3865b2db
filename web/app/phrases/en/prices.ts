/** What income and CO2 of a station are worked out with. */
export const prices = {
  prices: {
    title: 'Prices and sources',
    price: 'Price',
    priceSince: 'Price since {day}',
    priceUntil: 'Before {day}',
    perKwh: '{price}/kWh',
    source: 'Source: {source}',
    noSource: 'not named',
    noTariff: 'Enter a tariff to see income.',
    noPrice: 'None',
    noPriceText: 'No price applied; this energy is not part of the income.',
    earlierIncome: 'Income in an earlier currency',
    carbon: 'CO₂ avoided',
  },
} as const
