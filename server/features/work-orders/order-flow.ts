import type * as z from 'zod/mini'
import type { flowRecord } from '#contract/http/work-orders.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { flowNumber, storedFlowName } from '#domain/work-orders/flow-table.ts'
import { type FileView } from '../files/present-file.ts'
import type { OrderFiles, FlowRow } from './order-flow-store.ts'

export type FlowRecord = z.output<typeof flowRecord>

export const filesWith = (
  files: OrderFiles,
  flowId: number | undefined,
  role: 'image' | 'file',
): FileView[] => files.flatMap((one) => (one.flowId === flowId && one.role === role ? [one.file] : []))

/** The newest records of an order, oldest first, of `total`. */
export const presentFlow = (rows: readonly FlowRow[], total: number, files: OrderFiles): FlowRecord[] =>
  rows.map((row, at) => {
    const name = storedFlowName(row.no)
    return {
      seq: total - rows.length + at + 1,
      no: name && flowNumber(name),
      name,
      note: row.note,
      at: row.at,
      by: row.account_id === null ? null : { id: row.account_id, name: row.by_name ?? '' },
      from: row.from_status,
      to: row.to_status,
      handler: row.handler_id === null ? null : { id: row.handler_id, name: row.handler_name ?? '' },
      text: row.text,
      alarm: row.alarm_id === null ? null : { id: row.alarm_id, name: nameOfCode(row.code ?? '') },
      images: filesWith(files, row.id, 'image'),
      files: filesWith(files, row.id, 'file'),
    }
  })
