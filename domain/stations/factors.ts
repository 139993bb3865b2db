import type * as z from 'zod/mini'
import type { carbon, money } from './fields.ts'

type Carbon = z.output<typeof carbon>
type Money = z.output<typeof money>

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
