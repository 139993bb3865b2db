/** How income and CO2 are worked out. */
export const factors = {
  fleet: {
    title: 'House, grid and batteries now',
    house: 'Used',
    drawn: 'From the grid',
    fedIn: 'To the grid',
    charging: 'Charging batteries',
    discharging: 'From batteries',
    all: 'of {of, plural, one {# station} other {# stations}}',
    some: 'of {known} of {of, plural, one {# station} other {# stations}}',
  },
  factors: {
    title: 'Income and CO₂',
    incomeTitle: 'Income',
    incomeFormula: 'Energy (kWh) × station tariff',
    incomeText:
      'An estimate: every kWh counts the same, used or fed in. Currencies are never added together.',
    carbonTitle: 'CO₂ avoided',
    carbonFormula: 'Lifetime energy (kWh) × grid emission factor',
    carbonText:
      "An estimate of what the country's grid would have emitted for the same energy. Stations without their own factor use the one published for their country. CO₂e includes other greenhouse gases, where the source says so.",
    used: 'In use',
    perKwh: '{amount} per kWh',
    carbonPerKwh: '{amount} kg/kWh',
    stations: '{count, plural, one {# station} other {# stations}}',
    unpriced:
      '{count, plural, one {# station without a tariff is} other {# stations without a tariff are}} not included in income.',
    noSource: 'No source entered',
    change: 'Edit a station to change its tariff and factor.',
    toList: 'Choose a station',
  },
} as const
