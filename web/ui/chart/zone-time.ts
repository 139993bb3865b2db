const formatters = new Map<string, Intl.DateTimeFormat>()

/** Date and time on the wall of a zone, as the milliseconds that UTC would have at that time. */
export const wallMs = (ts: number, timeZone: string): number => {
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
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** `2026-03-29 01:30:00`: what a clock at the station shows. */
export const localTime = (ts: number, timeZone: string): string =>
  new Date(wallMs(ts, timeZone)).toISOString().slice(0, 19).replace('T', ' ')

const two = (value: number): string => String(value).padStart(2, '0')

/** `2026-03-29T01:30:00+01:00`: the same with its offset, so that the hour that comes twice is told apart. */
export const isoTime = (ts: number, timeZone: string): string => {
  const wall = wallMs(ts, timeZone)
  const offsetMin = Math.round((wall - Math.floor(ts / 1000) * 1000) / 60_000)
  const size = Math.abs(offsetMin)
  return `${new Date(wall).toISOString().slice(0, 19)}${offsetMin < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
