import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import type { CardFacts } from '../stations/present-station.ts'
import { type Listed, worstRanks } from '../stations/station-order.ts'
import { createMapMind } from './map-mind.ts'
import { pinsOf, type Sight } from './station-pins.ts'

const listed = (card: CardFacts): Listed => ({
  card,
  createdAt: 0,
  worst: worstRanks(card),
  nameAt: null,
  nightOf: () => null,
})
const cardOf = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c'),
    latitude: fc.constantFrom(0, 31.2, 31.21, 48.137, 89),
    north: fc.boolean(),
    longitude: fc.constantFrom(0, 11.5, 11.501, 121.5, 180),
    east: fc.boolean(),
    condition: fc.constantFrom(...stationConditions),
    powerW: fc.option(fc.nat(9), { nil: null }),
    capacityW: fc.constantFrom(10_000, 20_000),
    openAlarms: fc.nat(2),
    worstAlarm: fc.option(fc.constantFrom(...alarmLevels), { nil: null }),
    attention: fc.nat(2),
    todayCoverage: fc.constantFrom(0.5, 1),
  })
  .map((facts) => facts as unknown as CardFacts)
const idOf = (no: number): string => `00000000-0000-4000-8000-${String(no).padStart(12, '0')}`
const sightOf: fc.Arbitrary<Sight> = fc.record(
  {
    condition: fc.constantFrom(...stationConditions),
    area: fc.constantFrom('-180,-90,180,90', '11,48,12,49', '170,-60,-170,60', '-180,-90,0,0'),
    zoom: fc.constantFrom(0, 3, 9.4, 24),
  },
  { requiredKeys: [] },
)
const changeOf = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('edited' as const), at: fc.nat(99), card: cardOf }) },
  fc.record({ what: fc.constant('come' as const), at: fc.nat(99), card: cardOf }),
  fc.record({ what: fc.constant('gone' as const), at: fc.nat(99) }),
  fc.constant({ what: 'nothing' as const }),
)
const limits = { pins: 8, marks: 5, worst: 3 }

const many = (): Listed[] =>
  fc
    .sample(cardOf, { numRuns: 40, seed: 7 })
    .map((card, no) => listed({ ...card, id: idOf(no), condition: 'producing', powerW: 5 }))

describe('the map of all stations', () => {
  it('is what is told of them without a memory, whatever changes', () => {
    fc.assert(
      fc.property(
        fc.array(cardOf, { maxLength: 40 }),
        fc.array(
          fc.tuple(fc.array(changeOf, { maxLength: 3 }), fc.array(sightOf, { minLength: 1, maxLength: 3 })),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        (cards, rounds) => {
          let all: readonly Listed[] = cards.map((card, no) => listed({ ...card, id: idOf(no) }))
          let last = all.length
          const mind = createMapMind(limits)
          for (const [changes, sights] of rounds) {
            for (const one of changes) {
              if (one.what === 'nothing') continue
              const at = one.at % Math.max(1, all.length)
              if (one.what === 'gone') all = all.toSpliced(at, 1)
              else if (one.what === 'come')
                all = all.toSpliced(at, 0, listed({ ...one.card, id: idOf((last += 1)) }))
              else if (all.length > 0) all = all.with(at, listed({ ...one.card, id: all[at]?.card.id ?? '' }))
            }
            for (const sight of sights) expect(mind.all(all, sight)).toEqual(pinsOf(all, sight, limits))
          }
        },
      ),
    )
  })

  it('is put together anew where a map says something else, and not where it does not', () => {
    const mind = createMapMind(limits)
    const all = many()
    const first = mind.all(all, {})
    expect([mind.all(all, {}) === first, mind.all([...all], {}) === first, mind.made]).toEqual([
      true,
      true,
      1,
    ])
    const heard = all.with(3, listed({ ...(all[3] as Listed).card, todayCoverage: 0.7, todayWh: 900 }))
    expect([mind.all(heard, {}) === first, mind.made]).toEqual([true, 1])
    const stronger = heard.with(3, listed({ ...(heard[3] as Listed).card, powerW: 6 }))
    mind.all(stronger, {})
    expect(mind.made).toBe(2)
    mind.all(stronger, { condition: 'producing' })
    mind.all(stronger, { condition: 'producing' })
    mind.all(stronger, {})
    expect(mind.made).toBe(3)
  })
})
