import type * as z from 'zod/mini'
import type { flowRecord } from '#contract/http/work-orders.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { flowNumber, storedFlowName } from '#domain/work-orders/flow-table.ts'
import { type FileView, presentFile } from '../files/present-file.ts'
import type { Db } from '../../platform/db/handle.ts'

export type FlowRecord = z.output<typeof flowRecord>
export type OrderFiles = { flowId: number; role: 'image' | 'file' | 'check'; file: FileView }[]

export const filesOfOrder = async (db: Db, orderId: string): Promise<OrderFiles> => {
  const rows = await db
    .selectFrom('order_file')
    .innerJoin('file', 'file.id', 'order_file.file_id')
    .selectAll('file')
    .select(['order_file.flow_id', 'order_file.role'])
    .where('order_file.order_id', '=', orderId)
    .orderBy('order_file.flow_id')
    .orderBy('order_file.role')
    .orderBy('order_file.position')
    .execute()
  return rows.map((row) => ({ flowId: row.flow_id, role: row.role, file: presentFile(row) }))
}

export const filesWith = (
  files: OrderFiles,
  flowId: number | undefined,
  role: 'image' | 'file',
): FileView[] => files.flatMap((one) => (one.flowId === flowId && one.role === role ? [one.file] : []))

export type FlowRow = Awaited<ReturnType<typeof flowRows>>[number]

export const flowRows = (db: Db, orderId: string) =>
  db
    .selectFrom('order_flow')
    .leftJoin('account as by', 'by.id', 'order_flow.account_id')
    .leftJoin('account as handler', 'handler.id', 'order_flow.handler_id')
    .leftJoin('alarm', 'alarm.id', 'order_flow.alarm_id')
    .selectAll('order_flow')
    .select(['by.name as by_name', 'handler.name as handler_name', 'alarm.code'])
    .where('order_flow.order_id', '=', orderId)
    .orderBy('order_flow.id')
    .execute()

/** The records of an order, oldest first. */
export const presentFlow = (rows: readonly FlowRow[], files: OrderFiles): FlowRecord[] =>
  rows.map((row, at) => {
    const name = storedFlowName(row.no)
    return {
      seq: at + 1,
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
