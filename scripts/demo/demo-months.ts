import type { Context } from '#server/context.ts'
import { tellMonths } from '#server/features/reports/tell-months.ts'

/** On the third of a month, UTC, all of them were told, wherever their stations stand. */
const TOLD_BY = 3

/** What the last month brought was told on its morning, the last that has been. */
export const tellLastMonth = async (context: Context, now: number): Promise<void> => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC')
  const month = today.toPlainDate().toPlainYearMonth()
  const told = (today.day >= TOLD_BY ? month : month.subtract({ months: 1 })).toPlainDate({ day: TOLD_BY })
  await tellMonths(context, told.toZonedDateTime('UTC').epochMilliseconds)
}
