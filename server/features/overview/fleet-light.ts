import { bandOf, heroOf, isUp, type LightBand, lightBands, shareOfLight } from '#domain/stations/hero.ts'
import { RIBBON_CELLS } from '#domain/stations/limits.ts'
import { clearSkyW, litW, sunOfDay } from '../stations/station-light.ts'
import { shareTogether } from '#domain/telemetry/coverage.ts'
import { clocksOf, type HomeStation, type HomeView } from './home.ts'

type FleetLight = HomeView['light']

/** A station in the light of now: what it says first, and how it does beside what its sky allows. */
const lightOf = ({ row, figures }: HomeStation, now: number) => {
  const sun = sunOfDay(row, now)
  const allowedW = litW(row, figures) ?? clearSkyW(row, figures, now)
  const { powerW, todayWh } = figures
  const capacityW = row.capacity_w
  const hero = heroOf({ ...sun, powerW, allowedW, capacityW, todayWh }, now)
  const share = shareOfLight({ powerW, allowedW, capacityW })
  const needsAttention =
    figures.condition === 'fault' || figures.condition === 'offline' || figures.attention > 0
  const band = bandOf({ needsAttention, hero, powerW, share })
  return { row, figures, sun, allowedW, hero, share, band, up: isUp(sun, now) ?? hero === 'power' }
}
type Lit = ReturnType<typeof lightOf>

/** What needs attention first, then by share; those in the dark last. */
const ribbonOrder = (a: Lit, b: Lit): number =>
  lightBands.indexOf(a.band) - lightBands.indexOf(b.band) ||
  (a.share ?? 2) - (b.share ?? 2) ||
  (a.row.name < b.row.name ? -1 : 1)

const lastDayOf = (all: readonly Lit[]): FleetLight['lastDay'] => {
  const days = all.map(({ row, figures, hero }) => ({
    row,
    ...(hero === 'yesterday'
      ? { wh: figures.yesterdayWh, coverage: figures.yesterdayCoverage }
      : { wh: figures.todayWh, coverage: figures.todayCoverage }),
  }))
  const known = days.flatMap(({ wh }) => wh ?? [])
  const income = new Map<string, number>()
  for (const { row, wh } of days)
    if (row.tariff !== null && wh !== null) {
      const { currency, perKwh } = row.tariff
      income.set(currency, (income.get(currency) ?? 0) + (wh / 1000) * perKwh)
    }
  return {
    wh: known.length === 0 ? null : known.reduce((sum, wh) => sum + wh, 0),
    coverage: shareTogether(days.map(({ row, coverage }) => ({ capacityW: row.capacity_w, coverage }))),
    income: [...income]
      .map(([currency, amount]) => ({ currency, amount }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  }
}

/** Where the sun rises next: the earliest of all that stand in the dark. */
const nextSunriseOf = (all: readonly Lit[]): FleetLight['nextSunrise'] => {
  let first: FleetLight['nextSunrise'] = null
  for (const { row, sun } of all)
    if (sun.nextSunriseAt !== null && (first === null || sun.nextSunriseAt < first.at))
      first = { at: sun.nextSunriseAt, timeZone: row.time_zone, station: row.name }
  return first
}

/** The stations of a person by the light that each has now. */
export const fleetLight = (stations: readonly HomeStation[], now: number): FleetLight => {
  const all = stations.map((station) => lightOf(station, now))
  const compared = all.filter(({ share }) => share !== null)
  const sum = (of: (one: Lit) => number): number => compared.reduce((total, one) => total + of(one), 0)
  const bands = Object.fromEntries(lightBands.map((band) => [band, 0])) as Record<LightBand, number>
  for (const { band } of all) bands[band] += 1
  const bright = all.filter(({ hero }) => hero === 'power').length
  return {
    bright,
    up: all.filter(({ up }) => up).length,
    compared: compared.length,
    share:
      compared.length === 0
        ? null
        : sum(({ figures }) => Math.max(0, figures.powerW ?? 0)) / sum(({ allowedW }) => allowedW),
    nextSunrise: nextSunriseOf(all),
    lastDay: lastDayOf(all),
    bands,
    clocks: clocksOf(
      stations.map(({ row }) => row),
      now,
    ),
    cells: all
      .toSorted(ribbonOrder)
      .slice(0, RIBBON_CELLS)
      .map(({ row, figures, band, share, hero }) => ({
        id: row.id,
        name: row.name,
        band,
        share: hero === 'power' ? share : null,
        powerW: figures.powerW,
      })),
  }
}
