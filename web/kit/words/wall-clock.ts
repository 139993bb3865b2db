const formatters = new Map<string, Intl.DateTimeFormat>()
const dayMs = 86_400_000
const quarterMs = 15 * 60_000

const measured = (ts: number, timeZone: string): number => {
  let format = formatters.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, format)
  }
  const parts = new Map(format.formatToParts(ts).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - ts
}

const known = new Map<string, Map<number, number>>()

const offsetsOf = (timeZone: string): Map<number, number> => {
  const found = known.get(timeZone) ?? new Map<number, number>()
  known.set(timeZone, found)
  return found
}

/**
 * What the server says a zone's clocks are ahead of UTC on all UTC days that touch `from` to `to`: the first question to
 * Intl takes a slow phone a tenth of a second, which is most of what a first page takes.
 */
export const knowOffset = (timeZone: string, from: number, to: number, offsetMs: number): void => {
  const offsets = offsetsOf(timeZone)
  for (let day = Math.floor(from / dayMs) * dayMs; day <= to + dayMs; day += dayMs) offsets.set(day, offsetMs)
}

/** Offsets change at quarters of an hour; what `at` (a multiple of it) has, what lies within that quarter has too. */
const offsetAt = (at: number, timeZone: string): number => {
  const offsets = offsetsOf(timeZone)
  let offset = offsets.get(at)
  if (offset === undefined) offsets.set(at, (offset = measured(at, timeZone)))
  return offset
}

/**
 * What a zone's clocks are ahead of UTC at an instant, milliseconds. Intl is asked twice a day, and for each quarter of
 * an hour on days on which the clocks are turned: it is too slow to be asked at every mark of an axis.
 * @throws RangeError for a zone that is none.
 */
export const zoneOffset = (ts: number, timeZone: string): number => {
  const day = Math.floor(ts / dayMs) * dayMs
  const offset = offsetAt(day, timeZone)
  if (offset === offsetAt(day + dayMs, timeZone)) return offset
  return offsetAt(Math.floor(ts / quarterMs) * quarterMs, timeZone)
}

/** The zone of the phone, for what belongs to no place. */
export const phoneZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Date and time on the wall of a zone, as the milliseconds that UTC would have at that time. */
export const wallMs = (ts: number, timeZone: string): number => ts + zoneOffset(ts, timeZone)

/** The calendar day of an instant in a zone, `YYYY-MM-DD`. */
export const wallDay = (ts: number, timeZone: string): string =>
  new Date(wallMs(ts, timeZone)).toISOString().slice(0, 10)

/** `14:05`, 0 to 24 hours, in a zone. */
export const wallClock = (ts: number, timeZone: string): string =>
  new Date(wallMs(ts, timeZone)).toISOString().slice(11, 16)
