export const pickers = {
  pickers: {
    station: 'Choose a station',
    stations: 'Choose stations',
    searchStation: 'Station name or code',
    noStation: 'There is no station yet.',
    newStation: 'New station',
    company: 'Choose a company',
    companies: 'Choose companies',
    searchCompany: 'Company name',
    noCompany: 'There is no company that you may see.',
    chosen: '{count} selected',
    take: 'Done',
    nothingFound: 'Nothing matches “{text}”',
    more: 'More',
  },
} as const
