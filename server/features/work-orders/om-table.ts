import { type CsvCell, csvOf } from '#domain/files/csv-table.ts'
import type { Language } from '#domain/errors.ts'
import type { OmFigures } from './om-store.ts'

type Pair = readonly [en: string, zh: string]

/** The record as a table: figures first, then what came back, then the days or months. */
export const omTable = (om: OmFigures, station: string, language: Language): string => {
  const say = ([en, zh]: Pair): string => (language === 'en' ? en : zh)
  const { availability, lost } = om
  const figures: readonly (readonly [Pair, CsvCell])[] = [
    [['Station', '电站'], station],
    [['From', '起始日期'], om.from],
    [['To', '截止日期'], om.to],
    [['Time zone', '时区'], om.timeZone],
    [['Alarms raised', '新增告警'], om.alarms.raised],
    [['Alarms closed', '关闭告警'], om.alarms.closed],
    [['Alarms open', '未关闭告警'], om.alarms.open],
    [['Orders initiated', '发起工单'], om.orders.initiated],
    [['Orders completed', '完成工单'], om.orders.completed],
    [['Orders discarded', '作废工单'], om.orders.discarded],
    [['MTTR (h)', '平均修复时间 MTTR (h)'], om.mttrHours],
    [['MTBF (h)', '平均无故障时间 MTBF (h)'], om.mtbfHours],
    [['Response (h)', '平均响应时间 (h)'], om.responseHours],
    [['Handling (h)', '平均处理时间 (h)'], om.handlingHours],
    [['Availability (%)', '可用率 (%)'], availability.share === null ? null : availability.share * 100],
    [['Available hours', '可用小时'], availability.availableHours],
    [['Unavailable hours', '不可用小时'], availability.unavailableHours],
    [['Unknown hours', '未知小时'], availability.unknownHours],
    [['Availability and energy lost: from', '可用率与损失电量：起始日期'], availability.from],
    [
      ['Energy lost, whole inverters compared (kWh)', '损失电量（整机对比） (kWh)'],
      lost.wh === null ? null : lost.wh / 1000,
    ],
    [
      ['Energy lost: share of the inverters compared (%)', '损失电量：参与比较的逆变器占比 (%)'],
      lost.coverage === null ? null : lost.coverage * 100,
    ],
    [['Money lost', '损失金额'], lost.money],
    [['Currency', '币种'], lost.currency],
  ]
  const heads = [say(['Figure', '指标']), say(['Value', '数值']), '', '', '', '']
  const repeated: CsvCell[][] = [
    [],
    [
      say(['Repeated fault', '重复故障']),
      say(['Code', '告警码']),
      say(['Device SN', '设备 SN']),
      say(['Device', '设备名称']),
      say(['Alarms', '告警数']),
      say(['Occurrences', '发生次数']),
    ],
    ...om.repeated.map((one) => [
      one.name[language],
      one.code,
      one.device.sn,
      one.device.name,
      one.alarms,
      one.occurrences,
    ]),
  ]
  const overTime: CsvCell[][] = [
    [],
    [
      say(['Period', '时段']),
      say(['Alarms raised', '新增告警']),
      say(['Alarms closed', '关闭告警']),
      say(['Orders initiated', '发起工单']),
      say(['Orders completed', '完成工单']),
    ],
    ...om.overTime.map((one) => [one.key, one.raised, one.closed, one.initiated, one.completed]),
  ]
  return csvOf({
    heads,
    rows: [...figures.map(([pair, cell]) => [say(pair), cell]), ...repeated, ...overTime],
  })
}
