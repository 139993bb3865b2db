/** How income and CO2 are worked out. */
export const factors = {
  fleet: {
    title: 'House, grid and batteries now',
    house: 'Used',
    drawn: 'Drawn from the grid',
    fedIn: 'Fed into the grid',
    charging: 'Charged into batteries',
    discharging: 'Discharged from batteries',
    all: 'of {of, plural, one {# station} other {# stations}}',
    some: 'of {known} of {of, plural, one {# station} other {# stations}}',
  },
  factors: {
    title: 'Income and CO₂',
    incomeTitle: 'Income',
    incomeFormula: 'Energy (kWh) × tariff of the station',
    incomeText:
      'An estimate: every kWh counts the same, whether it was used or fed in. Currencies are never added up.',
    carbonTitle: 'CO₂ avoided',
    carbonFormula: 'Lifetime energy (kWh) × emission factor of the grid',
    carbonText:
      'An estimate: what the grid of the country would have emitted for the same energy. Where a station has no factor of its own, the published one of its country is used. CO₂e, where a source says so, counts other greenhouse gases as well.',
    used: 'In use',
    perKwh: '{amount} per kWh',
    carbonPerKwh: '{amount} kg/kWh',
    stations: '{count, plural, one {# station} other {# stations}}',
    unpriced:
      '{count, plural, one {# station has} other {# stations have}} no tariff and no part in the income.',
    noSource: 'No source was entered',
    change: "Tariff and factor are changed with each station's fields.",
    toList: 'Choose a station',
  },
} as const
