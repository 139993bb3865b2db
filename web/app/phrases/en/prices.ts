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
    noTariff: 'Enter a tariff in the station form and income is shown.',
    noPrice: 'None',
    noPriceText: 'There was no price; this energy is no part of the income.',
    earlierIncome: 'Income in an earlier currency',
    carbon: 'CO₂ avoided',
  },
} as const
