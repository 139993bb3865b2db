import type * as z from 'zod/mini'
import type { Language } from '../errors.ts'
import type { carbon, money } from './fields.ts'

type Carbon = z.output<typeof carbon>
type Money = z.output<typeof money>

/** The same sources as people who read Chinese know them. */
const inChinese: Readonly<Record<string, string>> = {
  'MEE and NBS of China, national average electricity factor 2022':
    '生态环境部、国家统计局，2022 年全国电力平均二氧化碳排放因子',
  'US EPA eGRID2022, US average 823.1 lb/MWh': '美国环保署 eGRID2022，全美平均 823.1 lb/MWh',
  'UK DESNZ conversion factors 2023': '英国能源安全与净零部，2023 年换算因子',
  'CEA of India, CO2 baseline database 19.0': '印度中央电力管理局，CO₂ 基线数据库 19.0',
  'Ember, world average 2023': 'Ember，2023 年全球平均',
  'NEA of China, average residential price 2018': '国家能源局，2018 年居民平均电价',
  'US EIA, average residential price 2023': '美国能源信息署，2023 年居民平均电价',
  'EEG 2023 feed-in up to 10 kW, February 2024': '德国可再生能源法 2023，10 kW 及以下上网电价，2024 年 2 月',
}

/** A source as it is shown; what a person entered stays as it was entered. */
export const sourceText = (source: string, language: Language): string =>
  language === 'zh_CN' ? (inChinese[source] ?? source) : source

/** kg of CO2 per kWh of the country's grid. They are proposals: each station keeps its own, editable, with its source. */
const carbonByCountry: Readonly<Record<string, Carbon>> = {
  CN: { kgPerKwh: 0.5366, source: 'MEE and NBS of China, national average electricity factor 2022' },
  US: { kgPerKwh: 0.3733, source: 'US EPA eGRID2022, US average 823.1 lb/MWh' },
  GB: { kgPerKwh: 0.2071, source: 'UK DESNZ conversion factors 2023' },
  IN: { kgPerKwh: 0.716, source: 'CEA of India, CO2 baseline database 19.0' },
}

const carbonOfTheWorld: Carbon = { kgPerKwh: 0.48, source: 'Ember, world average 2023' }

/** What a kWh is worth where a published national figure exists; elsewhere it is entered. */
const tariffByCountry: Readonly<Record<string, Money>> = {
  CN: { perKwh: 0.5333, currency: 'CNY', source: 'NEA of China, average residential price 2018' },
  US: { perKwh: 0.16, currency: 'USD', source: 'US EIA, average residential price 2023' },
  DE: { perKwh: 0.0811, currency: 'EUR', source: 'EEG 2023 feed-in up to 10 kW, February 2024' },
}

export const proposedCarbon = (country: string): Carbon => carbonByCountry[country] ?? carbonOfTheWorld
/** null where nothing can be proposed. */
export const proposedTariff = (country: string): Money | null => tariffByCountry[country] ?? null
