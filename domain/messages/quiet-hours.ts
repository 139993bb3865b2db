/** Minutes of the day from 0 to 1439, in the person's zone; `from` later than `to` runs over midnight. */
export type QuietHours = { from: number; to: number; zone: string }

const minuteOf = (time: Temporal.ZonedDateTime): number => time.hour * 60 + time.minute

/** Whether a minute of the day is a quiet one. Equal ends: none is. */
const isQuiet = (minute: number, { from, to }: QuietHours): boolean =>
  from <= to ? minute >= from && minute < to : minute >= from || minute < to

/**
 * When something that happens at `at` may be shown, epoch ms: at once, or at the end of the quiet hours it falls into.
 * @throws RangeError for an unknown zone
 */
export const shownAt = (at: number, quiet: QuietHours | null): number => {
  if (quiet === null) return at
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(quiet.zone)
  if (!isQuiet(minuteOf(local), quiet)) return at
  const time = { hour: Math.floor(quiet.to / 60), minute: quiet.to % 60 }
  const today = local.toPlainDate().toZonedDateTime({ timeZone: quiet.zone, plainTime: time })
  const end =
    today.epochMilliseconds > at
      ? today
      : local.toPlainDate().add({ days: 1 }).toZonedDateTime({ timeZone: quiet.zone, plainTime: time })
  return end.epochMilliseconds
}
