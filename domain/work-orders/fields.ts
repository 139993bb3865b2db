import * as z from 'zod/mini'
import { filledLine, instant, line, unseen } from '../accounts/fields.ts'
import {
  COMMENT_MAX,
  DESCRIPTION_MAX,
  NAME_MAX,
  PLANNED_MINUTES_MAX,
  REMARK_MAX,
  REPORT_MAX,
} from './limits.ts'

const unsafe = new RegExp(`(?!\\n)\\p{Cc}|${unseen.source}`, 'u')

/** Text of several lines that a person typed: trimmed, NFC, counted by code point. */
const paragraphs = (max: number) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()),
    ),
    z.string().check(
      z.refine((text) => !unsafe.test(text), { error: 'invalid_input' }),
      z.refine((text) => [...text].length <= max, { error: 'too_long' }),
    ),
  )

export const orderName = line(NAME_MAX)
export const description = paragraphs(DESCRIPTION_MAX)
export const remark = paragraphs(REMARK_MAX)
export const filledRemark = paragraphs(REMARK_MAX).check(
  z.refine((text) => text.length > 0, { error: 'required' }),
)
export const report = paragraphs(REPORT_MAX)
export const comment = paragraphs(COMMENT_MAX)
export const instanceName = filledLine(60)
export const plannedMinutes = z
  .int()
  .check(z.minimum(1, { error: 'invalid_input' }), z.maximum(PLANNED_MINUTES_MAX, { error: 'invalid_input' }))
export const plannedAt = z.nullable(instant)
