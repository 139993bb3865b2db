import type { Context } from '#server/context.ts'
import { noteRunDays } from '#server/features/reports/note-run-days.ts'
import { tellMonths } from '#server/features/reports/tell-months.ts'

/** On the third of a month, UTC, all of them were told, wherever their stations stand. */
const TOLD_BY = 3

/** What the last month brought was told on its morning, the last that has been; how stations ran is kept by day. */
export const tellAndKeepPast = async (context: Context, now: number): Promise<void> => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC')
  const month = today.toPlainDate().toPlainYearMonth()
  const told = (today.day >= TOLD_BY ? month : month.subtract({ months: 1 })).toPlainDate({ day: TOLD_BY })
  await tellMonths(context, told.toZonedDateTime('UTC').epochMilliseconds)
  await noteRunDays(context, now, new AbortController().signal, () => false)
}
