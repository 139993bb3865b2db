import * as z from 'zod/mini'
import { maybe, measured, protocol, text, whole } from './fields.ts'

const rev = whole(0, Number.MAX_SAFE_INTEGER, 'Revision of the desired settings; an older one is ignored')
const reportInterval = measured(1, 86_400, 'Reporting interval, seconds')

/** Desired settings of a gateway, whole, never a patch; retained and sent again at each birth. */
export const config = z.object({ v: protocol, rev, report_s: reportInterval })

export const configAck = z.object({
  v: protocol,
  rev,
  ok: z.boolean(),
  report_s: maybe(reportInterval),
  code: maybe(text(64, 'Why the settings were not taken')),
})

export type Config = z.infer<typeof config>
export type ConfigAck = z.infer<typeof configAck>
