import type * as z from 'zod/mini'
import type { trouble, troubleRoutes } from '#contract/http/troubles.ts'
import { type AlarmLevel, alarmLevels } from '#domain/alarms/alarm-states.ts'
import { mayCost } from '#domain/alarms/costs.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { atStakeW, comparePlaces, type Impact, type Place, type TroubleSort } from '#domain/alarms/impact.ts'
import type { SortKey } from '#domain/name-order.ts'
import { type AttentionReason, attentionReasons } from '#domain/stations/station-kinds.ts'
import { ratedForReadings } from '#domain/telemetry/reading-ranges.ts'
import type { Call } from '../../call.ts'
import { firstInOrder } from '../../platform/page/first-in-order.ts'
import { firstOf, idPart, numberPart, type Page, placeIn } from '../../platform/page/page.ts'
import { sortedPage } from '../../platform/page/sorted.ts'
import type { OpenAlarm } from '../alarms/find-open-alarms.ts'
import type { Found } from './attention.ts'
import type { Troubled } from './impacts.ts'
import { addAt, emptyTallies, placesOf, type Tally, wholeSum } from './tally.ts'
import type { StationFacts } from './trouble-store.ts'

export type TroubleView = z.output<typeof trouble>
export type TroublesAnswer = z.output<(typeof troubleRoutes)['GET /api/troubles']['output']>
export type TroublesQuery = Call<typeof troubleRoutes, 'GET /api/troubles'>['query']

const NO_ALARM = 5

/** Trouble at a device, as it is found. */
export type Entry = {
  id: string
  device: TroubleView['device']
  station: TroubleView['station']
  finding: Found | undefined
  alarms: OpenAlarm[]
  /** 1 to 4 of the worst alarm; 5: none is open. */
  level: number
  ratedW: number | null
  /** What a search looks into, once somebody has searched. */
  texts: readonly string[] | null
}
/** And as it is weighed. */
export type Placed = {
  id: string
  entry: Entry
  impact: Impact
  perHour: TroubleView['impact']['perHour']
  place: Place
}

export const levelTold = ({ level }: Entry): number | null => (level === NO_ALARM ? null : level)

/** Findings and open alarms together, a device a row. */
export const merge = (
  found: readonly Found[],
  alarms: readonly OpenAlarm[],
  zones: ReadonlyMap<string, string>,
): Entry[] => {
  const ofDevice = Map.groupBy(alarms, (alarm) => alarm.device_id)
  const findings = new Map(found.map((one) => [one.id, one]))
  return [...new Set([...findings.keys(), ...ofDevice.keys()])].map((id): Entry => {
    const finding = findings.get(id)
    const own = ofDevice.get(id) ?? []
    const [worst] = own
    return {
      id,
      device: {
        id,
        kind: finding?.kind ?? worst?.kind ?? 'gateway',
        sn: finding?.sn ?? worst?.sn ?? '',
        name: finding?.name ?? worst?.name ?? '',
      },
      station: {
        id: finding?.stationId ?? worst?.station_id ?? '',
        name: finding?.stationName ?? worst?.station_name ?? '',
        timeZone: worst?.time_zone ?? zones.get(finding?.stationId ?? '') ?? 'UTC',
      },
      finding,
      alarms: own,
      level: worst?.level ?? NO_ALARM,
      ratedW:
        finding?.affectedW ?? (worst === undefined ? null : ratedForReadings(worst.rated_w, worst.shown_w)),
      texts: null,
    }
  })
}

/** Serials compare without case and without what scanners and people put between the characters. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '')

const textsOf = ({ device, station, alarms }: Entry): string[] =>
  [
    device.name,
    device.sn,
    station.name,
    ...alarms.flatMap(({ code }) => {
      const { en, zh_CN } = nameOfCode(code)
      return [code, en, zh_CN]
    }),
  ].map(plain)

/** Those of a kind and search, whatever their level and reason. */
export const askedFor = <One extends Entry>(
  entries: readonly One[],
  { kind, search }: TroublesQuery,
): readonly One[] => {
  if (kind === undefined && !search) return entries
  const wanted = plain(search ?? '')
  return entries.filter((entry) => {
    if (kind !== undefined && entry.device.kind !== kind) return false
    if (!search) return true
    entry.texts ??= textsOf(entry)
    return entry.texts.some((text) => text.includes(wanted))
  })
}

export const wantedOf = <One extends Entry>(
  entries: readonly One[],
  { level, reason }: TroublesQuery,
): readonly One[] =>
  level === undefined && reason === undefined
    ? entries
    : entries.filter(
        (entry) =>
          (level === undefined || entry.level === alarmLevels.indexOf(level) + 1) &&
          (reason === undefined || entry.finding?.reason === reason),
      )

/** `until`: before this instant it costs as much, unless something is read anew. */
export type Weighed = { placed: readonly Placed[]; until: number }

/** What is told of all that is asked for, but for the words of the rows of the page. */
export type Told = Pick<TroublesAnswer, 'total' | 'stations' | 'counts' | 'reasons' | 'lost'> & {
  page: Page<Placed>
}

/** Trouble that was found; what some of it costs is asked for. */
export type Weighing<One extends Entry> = {
  /** All there is, findings and open alarms together, in no order. */
  entries: readonly One[]
  /** More alarms are open than one answer looks at. */
  cut: boolean
  weigh: (wanted: readonly One[]) => Promise<Weighed>
  /** What was told to who asked so before, where that still holds; else it is made. */
  again: (query: TroublesQuery, make: () => Promise<{ told: Told; until: number }>) => Promise<Told>
}

export const troubledOf = (entry: Entry): Troubled => ({
  id: entry.id,
  stationId: entry.station.id,
  reason: entry.finding?.reason ?? null,
  costly: entry.alarms.some(({ code }) => mayCost(code)),
  ratedW: entry.ratedW,
})

const perHour = ({ of, powerW }: Impact, tariff: StationFacts['tariff']): Placed['perHour'] =>
  of !== 'lost' || powerW === null || tariff === null
    ? null
    : { amount: (powerW / 1000) * tariff.perKwh, currency: tariff.currency }

export const place = (
  entry: Entry,
  impact: Impact = { of: 'unknown', powerW: null, against: null },
  tariff: StationFacts['tariff'] = null,
): Placed => ({
  id: entry.id,
  entry,
  impact,
  perHour: perHour(impact, tariff),
  place: {
    urgent: entry.level === 1,
    stakeW: Math.round(atStakeW(impact)),
    level: entry.level,
    id: entry.id,
  },
})

type SeenPlace = { urgent: number; stake: number; level: number; id: string }
const byPlace = {
  urgent: numberPart(/^[01]$/),
  stake: numberPart(/^\d{1,15}$/),
  level: numberPart(/^[1-5]$/),
  id: idPart,
}

const keys: Record<TroubleSort, (placed: Placed) => SortKey> = {
  stake: ({ impact }) => impact.powerW,
  // The first level is the worst.
  level: ({ entry: { level } }) => (level === NO_ALARM ? null : -level),
  device: ({ entry: { device } }) => device.name || device.sn,
  station: ({ entry: { station } }) => station.name,
  since: ({
    entry: {
      alarms: [worst],
      finding,
    },
  }) => worst?.occurred_at ?? finding?.since ?? null,
  alarms: ({ entry: { alarms } }) => alarms.length,
}

const byUrgency = (placed: readonly Placed[], cursor: string | undefined, limit: number): Page<Placed> => {
  const seen = placeIn<SeenPlace>(byPlace, cursor)
  const after = seen && { urgent: seen.urgent === 1, stakeW: seen.stake, level: seen.level, id: seen.id }
  const rest = after === null ? placed : placed.filter((one) => comparePlaces(one.place, after) > 0)
  const first = firstInOrder(rest, limit + 1, (a, b) => comparePlaces(a.place, b.place))
  return firstOf(byPlace, first, limit, ({ place: { urgent, stakeW, level, id } }) => ({
    urgent: Number(urgent),
    stake: stakeW,
    level,
    id,
  }))
}

/** @throws Refusal `invalid_input` for a cursor of another order */
export const pageOf = (
  placed: readonly Placed[],
  { sort, order = 'falling', cursor }: TroublesQuery,
  limit: number,
): Page<Placed> =>
  sort === undefined
    ? byUrgency(placed, cursor, limit)
    : sortedPage(placed, {
        by: `${sort} ${order}`,
        falls: order === 'falling',
        keyOf: keys[sort],
        cursor,
        limit,
      })

export const countLevels = (entries: readonly Entry[]): TroublesAnswer['counts'] => {
  const n = [0, 0, 0, 0, 0, 0]
  for (const { level } of entries) n[level] = (n[level] ?? 0) + 1
  const [, very_urgent = 0, emergent = 0, important = 0, prompt = 0, no_alarm = 0] = n
  return { very_urgent, emergent, important, prompt, no_alarm } satisfies Record<
    AlarmLevel | 'no_alarm',
    number
  >
}

export const countReasons = (entries: readonly Entry[]): TroublesAnswer['reasons'] => {
  const n = Object.fromEntries(attentionReasons.map((reason) => [reason, 0])) as Record<
    AttentionReason,
    number
  >
  for (const { finding } of entries) if (finding !== undefined) n[finding.reason] += 1
  return n
}

const sums = placesOf(['powerW', 'unseenW', 'darkW'])
const noSums = emptyTallies(3)
const noMoney = emptyTallies(1)
const sumOf: Partial<Record<Impact['of'], number>> = {
  lost: sums.powerW,
  unseen: sums.unseenW,
  dark: sums.darkW,
}

/** What is lost now, by currency in the order of their names, and what nobody sees. In whatever order it is the same. */
export const sumsOf = (placed: readonly Placed[]): TroublesAnswer['lost'] => {
  const tally = noSums()
  const money = new Map<string, Tally>()
  for (const { impact, perHour: worth } of placed) {
    const sum = sumOf[impact.of]
    if (sum !== undefined && impact.powerW !== null) addAt(tally, sum, impact.powerW)
    if (worth === null) continue
    const known = money.get(worth.currency) ?? noMoney()
    money.set(worth.currency, known)
    addAt(known, 0, worth.amount)
  }
  const perHour = [...money].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    powerW: wholeSum(tally, sums.powerW),
    unseenW: wholeSum(tally, sums.unseenW),
    darkW: wholeSum(tally, sums.darkW),
    perHour: perHour.map(([currency, own]) => ({ amount: wholeSum(own, 0), currency })),
  }
}
