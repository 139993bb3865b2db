import type { Language } from '#domain/errors.ts'
import { type CsvCell, csvOf } from '#domain/files/csv-table.ts'
import type { Income } from '#domain/telemetry/income.ts'
import type { FleetReport, StationLine } from './fleet-report.ts'
import type { StationReport } from './station-report.ts'

type Pair = readonly [en: string, zh: string]
type Line = readonly [Pair, CsvCell]

const kwh = (wh: number | null): number | null => (wh === null ? null : wh / 1000)
const percent = (share: number | null): number | null => (share === null ? null : share * 100)

const energyLines = (report: StationReport | FleetReport): Line[] => [
  [['Energy (kWh)', '发电量 (kWh)'], kwh(report.wh)],
  [['Share of capacity and time known (%)', '数据完整率 (%)'], percent(report.coverage)],
  [['Equivalent hours (h)', '等效小时 (h)'], report.equivalentHours],
  [['Clear-sky estimate, whole days (kWh)', '晴空估算，整日 (kWh)'], kwh(report.clearSkyWh)],
  ...report.income.map(({ currency, amount }): Line => [
    [`Income (${currency})`, `收益 (${currency})`],
    amount,
  ]),
  ...report.compared.flatMap(({ own, other, change, income }): Line[] => [
    [
      [`Energy ${own.fromDay} to ${own.toDay} (kWh)`, `发电量 ${own.fromDay} 至 ${own.toDay} (kWh)`],
      kwh(own.wh),
    ],
    [
      [`Energy ${other.fromDay} to ${other.toDay} (kWh)`, `发电量 ${other.fromDay} 至 ${other.toDay} (kWh)`],
      kwh(other.wh),
    ],
    [[`Change against ${other.of} (%)`, `较 ${other.of} 变化 (%)`], percent(change)],
    ...income.flatMap(({ currency, own: now, other: then, change: more }): Line[] => [
      [
        [
          `Income ${own.fromDay} to ${own.toDay} (${currency})`,
          `收益 ${own.fromDay} 至 ${own.toDay} (${currency})`,
        ],
        now,
      ],
      [
        [
          `Income ${other.fromDay} to ${other.toDay} (${currency})`,
          `收益 ${other.fromDay} 至 ${other.toDay} (${currency})`,
        ],
        then,
      ],
      [
        [`Income change against ${other.of} (${currency}, %)`, `收益较 ${other.of} 变化 (${currency}, %)`],
        percent(more),
      ],
    ]),
  ]),
]

const workLines = ({ work }: StationReport | FleetReport): Line[] => [
  [['Alarms raised', '新增告警'], work.alarms.raised],
  [['Alarms closed', '关闭告警'], work.alarms.closed],
  [['Alarms open now', '当前未关闭告警'], work.alarms.open],
  [['Orders initiated', '发起工单'], work.orders.initiated],
  [['Orders completed', '完成工单'], work.orders.completed],
  [['Orders open now', '当前未完成工单'], work.orders.open],
  [['MTTR (h)', '平均修复时间 MTTR (h)'], work.mttrHours],
]

const table = (language: Language, lines: readonly Line[], more: readonly (readonly CsvCell[])[]): string => {
  const say = ([en, zh]: Pair): string => (language === 'en' ? en : zh)
  return csvOf({
    heads: [say(['Figure', '指标']), say(['Value', '数值'])],
    rows: [...lines.map(([pair, cell]) => [say(pair), cell]), ...more],
  })
}

export const stationReportTable = (report: StationReport, language: Language): string => {
  const say = ([en, zh]: Pair): string => (language === 'en' ? en : zh)
  const { availability, lost, weather } = report
  return table(
    language,
    [
      [['Station', '电站'], report.name],
      [['From', '起始日期'], report.fromDay],
      [['To', '截止日期'], report.toDay],
      [['Time zone', '时区'], report.timeZone],
      ...energyLines(report),
      [['Availability and energy lost: from', '可用率与损失电量：起始日期'], availability.fromDay],
      [['Availability (%)', '可用率 (%)'], percent(availability.share)],
      [['Energy lost (kWh)', '损失电量 (kWh)'], kwh(lost.wh)],
      [['Money lost', '损失金额'], lost.money],
      [['Currency', '币种'], lost.currency],
      ...(weather
        ? ([
            [['Irradiation (kWh/m²)', '辐照量 (kWh/m²)'], weather.irradiationKwh],
            [['Performance ratio PR (%)', '系统效率 PR (%)'], percent(weather.pr)],
          ] satisfies Line[])
        : []),
      ...workLines(report),
    ],
    [
      [],
      [say(['Who', '人员']), say(['Orders completed', '完成工单'])],
      ...report.work.people.map(({ name, completed }) => [name, completed]),
      [],
      [say(['Period', '时段']), say(['Energy (kWh)', '发电量 (kWh)'])],
      ...report.bars.map(({ key, wh }) => [key, kwh(wh)]),
    ],
  )
}

const amountIn = (income: readonly Income[], currency: string): number | null =>
  income.find((one) => one.currency === currency)?.amount ?? null

export const fleetReportTable = (
  report: FleetReport,
  lines: readonly StationLine[],
  language: Language,
): string => {
  const say = ([en, zh]: Pair): string => (language === 'en' ? en : zh)
  const currencies = report.income.map(({ currency }) => currency)
  const { run } = report
  return table(
    language,
    [
      [['Period', '时段'], report.of],
      [['Stations', '电站数'], report.stations],
      [['Stations with a price: income is theirs', '计入收益的电站数'], report.priced],
      ...energyLines(report),
      [['Availability and energy lost: from', '可用率与损失电量：起始日期'], run.days?.fromDay ?? null],
      [['Availability and energy lost: to', '可用率与损失电量：截止日期'], run.days?.toDay ?? null],
      [['Availability, inverter hours (%)', '可用率，按逆变器小时 (%)'], percent(run.availability)],
      [['Share of inverter hours known (%)', '有数据的逆变器小时占比 (%)'], percent(run.heard)],
      [['Energy lost (kWh)', '损失电量 (kWh)'], kwh(run.lost.wh)],
      [
        ['Share of capacity and time compared (%)', '参与对比的容量与时间占比 (%)'],
        percent(run.lost.coverage),
      ],
      ...run.lost.worth.map(({ currency, amount }): Line => [
        [`Money lost (${currency})`, `损失金额 (${currency})`],
        amount,
      ]),
      ...(run.weather
        ? ([
            [
              ['Irradiation, mean by capacity (kWh/m²)', '辐照量，按容量平均 (kWh/m²)'],
              run.weather.irradiationKwh,
            ],
            [
              ['Share of capacity with irradiation (%)', '有辐照数据的容量占比 (%)'],
              percent(run.weather.share),
            ],
            [['Share of sun hours measured (%)', '实测日照小时占比 (%)'], percent(run.weather.coverage)],
            [['Performance ratio PR (%)', '系统效率 PR (%)'], percent(run.weather.pr)],
          ] satisfies Line[])
        : []),
      ...workLines(report),
    ],
    [
      [],
      [say(['Who', '人员']), say(['Orders completed', '完成工单'])],
      ...report.work.people.map(({ name, completed }) => [name, completed]),
      [],
      [
        say(['Station', '电站']),
        say(['Code', '电站编号']),
        say(['Energy (kWh)', '发电量 (kWh)']),
        say(['Share known (%)', '数据完整率 (%)']),
        say(['Equivalent hours (h)', '等效小时 (h)']),
        ...currencies.map((currency) => say([`Income (${currency})`, `收益 (${currency})`])),
        say(['Availability (%)', '可用率 (%)']),
        say(['Energy lost (kWh)', '损失电量 (kWh)']),
        say(['Irradiation (kWh/m²)', '辐照量 (kWh/m²)']),
        say(['Performance ratio PR (%)', '系统效率 PR (%)']),
      ],
      ...lines.map(({ row, wh, coverage, equivalentHours, income, run: own }) => [
        row.name,
        row.code,
        kwh(wh),
        percent(coverage),
        equivalentHours,
        ...currencies.map((currency) => amountIn(income, currency)),
        percent(own?.availability ?? null),
        kwh(own?.lostWh ?? null),
        own?.irradiationKwh ?? null,
        percent(own?.pr ?? null),
      ]),
    ],
  )
}
