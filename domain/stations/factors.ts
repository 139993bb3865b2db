import type * as z from 'zod/mini'
import type { Language } from '../errors.ts'
import { gramsOfCountry, gramsOfTheWorld } from './carbon-by-country.ts'
import type { carbon, money } from './fields.ts'

type Carbon = z.output<typeof carbon>
type Money = z.output<typeof money>

/** The same sources as people who read Chinese know them. */
const inChinese: Readonly<Record<string, string>> = {
  'MEE and NBS of China, national average electricity factor 2023, CO2':
    '生态环境部、国家统计局，2023 年全国电力平均二氧化碳排放因子',
  'US EPA eGRID2022, US average 823.1 lb/MWh, CO2': '美国环保署 eGRID2022，全美平均 823.1 lb/MWh，CO₂',
  'UK DESNZ conversion factors 2025, electricity generated, CO2e':
    '英国能源安全与净零部，2025 年换算因子，发电，CO₂ 当量',
  'CEA of India, CO2 baseline database 20.0, 2023-24, CO2':
    '印度中央电力管理局，CO₂ 基线数据库 20.0，2023-24 财年，CO₂',
  // What was proposed until November 2026, and stands with stations.
  'CEA of India, CO2 baseline database 19.0, 2022-23':
    '印度中央电力管理局，CO₂ 基线数据库 19.0，2022-23 财年',
  'NEA of China, average residential price 2018': '国家能源局，2018 年居民平均电价',
  'US EIA, average residential price 2023': '美国能源信息署，2023 年居民平均电价',
  'EEG 2023 feed-in up to 10 kW, February 2024': '德国可再生能源法 2023，10 kW 及以下上网电价，2024 年 2 月',
}
const emberOf = (year: number): string => `Ember, Yearly Electricity Data ${year}, life cycle, CO2e`
const worldBy = (year: number): string => `Ember, world average ${year}, life cycle, CO2e`
const emberInChinese = (source: string): string | null => {
  const [, world, year] = /^Ember, (world average|Yearly Electricity Data) (\d{4})/.exec(source) ?? []
  if (year === undefined) return null
  return `Ember，${year} 年${world === 'world average' ? '全球平均' : '年度电力数据'}，全生命周期，CO₂ 当量`
}

/** A source as it is shown; what a person entered stays as it was entered. */
export const sourceText = (source: string, language: Language): string =>
  language === 'zh_CN' ? (inChinese[source] ?? emberInChinese(source) ?? source) : source

/**
 * kg of CO2 or CO2e per kWh of a country's grid, where its own authority publishes a factor for such sums; the source
 * says which of the two. They are proposals: each station keeps its own, editable, with its source.
 */
const carbonByAuthority: ReadonlyMap<string, Carbon> = new Map(
  Object.entries({
    CN: { kgPerKwh: 0.5306, source: 'MEE and NBS of China, national average electricity factor 2023, CO2' },
    US: { kgPerKwh: 0.3733, source: 'US EPA eGRID2022, US average 823.1 lb/MWh, CO2' },
    GB: { kgPerKwh: 0.177, source: 'UK DESNZ conversion factors 2025, electricity generated, CO2e' },
    // Weighted average with renewables, as the trade press gives it (Saur Energy, 6 January 2025; BidDetail); the
    // authority's own tables were not at hand.
    IN: { kgPerKwh: 0.727, source: 'CEA of India, CO2 baseline database 20.0, 2023-24, CO2' },
  }),
)

/** What a kWh is worth where a published national figure exists, as `source` names it; elsewhere it is entered. */
/** `upToW`: the capacity beyond which the figure is not the one of the station. */
const tariffByCountry: ReadonlyMap<string, Money & { upToW?: number }> = new Map(
  Object.entries({
    CN: { perKwh: 0.5333, currency: 'CNY', source: 'NEA of China, average residential price 2018' },
    US: { perKwh: 0.16, currency: 'USD', source: 'US EIA, average residential price 2023' },
    DE: {
      perKwh: 0.0811,
      currency: 'EUR',
      source: 'EEG 2023 feed-in up to 10 kW, February 2024',
      upToW: 10_000,
    },
  }),
)

/** Of the country's authority, else of Ember's yearly data, else of the world. */
export const proposedCarbon = (country: string): Carbon => {
  const own = gramsOfCountry(country)
  return (
    carbonByAuthority.get(country) ??
    (own
      ? { kgPerKwh: own.grams / 1000, source: emberOf(own.year) }
      : { kgPerKwh: gramsOfTheWorld.grams / 1000, source: worldBy(gramsOfTheWorld.year) })
  )
}
/** null where nothing can be proposed for a station of this capacity; while it is not known, the country's figure. */
export const proposedTariff = (country: string, capacityW: number | null): Money | null => {
  const known = tariffByCountry.get(country)
  if (known === undefined) return null
  const { upToW = Infinity, ...tariff } = known
  return capacityW !== null && capacityW > upToW ? null : tariff
}
