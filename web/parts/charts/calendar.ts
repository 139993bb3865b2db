const dayMs = 86_400_000
const key = (ts: number): string => new Date(ts).toISOString().slice(0, 10)

/** The days of a month `YYYY-MM` under their weekdays, Monday first; null before the first. */
export const monthGrid = (month: string): (string | null)[] => {
  const first = Date.parse(`${month}-01T00:00Z`)
  const lead = (new Date(first).getUTCDay() + 6) % 7
  const days: (string | null)[] = Array.from({ length: lead }, () => null)
  for (let ts = first; key(ts).startsWith(month); ts += dayMs) days.push(key(ts))
  return days
}

/** A month later or earlier. */
export const stepMonth = (month: string, by: number): string => {
  const [year = 2000, no = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, no - 1 + by, 1)).toISOString().slice(0, 7)
}

export const monthsOf = (year: string): string[] =>
  Array.from({ length: 12 }, (_, no) => `${year}-${String(no + 1).padStart(2, '0')}`)

/** Monday to Sunday as short as the language has them. */
export const weekdays = (locale: string): string[] =>
  // 2024 began on a Monday.
  Array.from({ length: 7 }, (_, no) =>
    new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + no)),
  )
