import { delimiterOf, textOf } from '../table-text.ts'
import { DEVICE_NAME_MAX, POSITION_MAX } from '#domain/devices/limits.ts'
import type { AddingRow, SubKind } from './adding-draft.ts'

/** A line of a table: its serial, and what else its columns say. */
export type TableLine = { sn: string; changes: Partial<AddingRow> }
type Column = 'sn' | 'kind' | 'brand' | 'model' | 'name' | 'string' | 'position'

const columnNames: Record<Column, readonly string[]> = {
  sn: ['sn', 'serial', 'serialnumber', 'serialno', '序列号', '设备序列号'],
  kind: ['type', 'kind', '类型', '设备类型'],
  brand: ['brand', 'maker', '品牌', '厂家'],
  model: ['model', '型号'],
  name: ['name', '名称', '设备名称'],
  string: ['string', 'stringno', 'stringnumber', '组串', '组串号', '组串编号'],
  position: ['position', 'pos', '位置', '序号'],
}
const kindNames: Record<SubKind, readonly string[]> = {
  inverter: ['inverter', '逆变器'],
  optimizer: ['optimizer', '优化器'],
  shutdown: ['shutdown', 'shutdowndevice', 'rsd', '关断器', '监控关断器'],
  weather: ['weather', 'weatherstation', 'meteo', '气象站'],
  meter: ['meter', 'smartmeter', 'powermeter', '电表', '智能电表'],
  battery: ['battery', 'storage', 'ess', '电池', '储能', '储能电池'],
  combiner: ['combiner', 'combinerbox', '汇流箱'],
}
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_.-]/g, '')
const findName = <K extends string>(names: Record<K, readonly string[]>, text: string): K | undefined =>
  (Object.keys(names) as K[]).find((key) => names[key].includes(plain(text)))

const wholeIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,4}$/.test(text) && Number(text) > 0 && Number(text) <= POSITION_MAX
    ? Number(text)
    : undefined

/** Lines of a table that names its columns; null when none of them is the serial number. */
export const linesOf = (cells: readonly (readonly string[])[]): TableLine[] | null => {
  const [head = [], ...body] = cells
  const columns = new Map<Column, number>()
  for (const [at, title] of head.entries()) {
    const column = findName(columnNames, title)
    if (column !== undefined && !columns.has(column)) columns.set(column, at)
  }
  if (!columns.has('sn')) return null
  return body.flatMap((line) => {
    const of = (column: Column): string | undefined => {
      const text = line[columns.get(column) ?? -1]?.trim()
      return text === '' ? undefined : text
    }
    const sn = of('sn')
    if (sn === undefined) return []
    const kind = findName(kindNames, of('kind') ?? '')
    const [stringNo, position] = [wholeIn(of('string')), wholeIn(of('position'))]
    return [
      {
        sn,
        changes: {
          ...(kind && { kind }),
          ...(of('brand') !== undefined && { brand: of('brand')?.slice(0, DEVICE_NAME_MAX) ?? '' }),
          ...(of('model') !== undefined && { model: of('model')?.slice(0, DEVICE_NAME_MAX) ?? '' }),
          ...(of('name') !== undefined && { name: of('name')?.slice(0, DEVICE_NAME_MAX) ?? '' }),
          ...(stringNo !== undefined && { stringNo }),
          ...(position !== undefined && { position }),
        },
      },
    ]
  })
}

/**
 * A CSV file: `lines` when it names its columns, else its bare text, which is read like a pasted list. The parser is
 * loaded with the first file.
 * @throws when the file is no table at all
 */
export const readTable = async (file: Blob): Promise<{ lines: TableLine[] } | { text: string }> => {
  const text = await textOf(file)
  const { parse } = await import('csv-parse/browser/esm/sync')
  const cells = parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    trim: true,
  })
  const lines = linesOf(cells)
  return lines === null ? { text } : { lines }
}
