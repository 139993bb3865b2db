import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionRank, stationCondition, type StationFacts } from './condition.ts'

const none = { producing: 0, curtailed: 0, standby: 0, disconnected: 0 }
const facts = (
  given: Partial<Omit<StationFacts, 'inverters'>> & { inverters?: Partial<StationFacts['inverters']> },
): StationFacts => ({
  gatewaysOnline: 1,
  heard: true,
  shutdown: 0,
  switchedOff: 0,
  ...given,
  inverters: { ...none, ...given.inverters },
})

describe('the condition of a station', () => {
  it.each([
    ['nothing was ever heard', facts({ heard: false, gatewaysOnline: 0 }), 'unknown'],
    ['the gateway reports, no inverter was seen yet', facts({}), 'standby'],
    ['inverters produce', facts({ inverters: { producing: 2 } }), 'producing'],
    ['one produces, one sleeps', facts({ inverters: { producing: 1, standby: 1 } }), 'producing'],
    ['all sleep', facts({ inverters: { standby: 3 } }), 'standby'],
    ['one is curtailed', facts({ inverters: { producing: 5, curtailed: 1 } }), 'curtailed'],
    ['the gateway is silent', facts({ gatewaysOnline: 0, inverters: { disconnected: 2 } }), 'offline'],
    ['one of two gateways is silent', facts({ inverters: { producing: 1, disconnected: 1 } }), 'producing'],
    ['all inverters are silent behind a live gateway', facts({ inverters: { disconnected: 2 } }), 'offline'],
    ['something is shut down', facts({ shutdown: 1, inverters: { producing: 4 } }), 'fault'],
    ['all were switched off', facts({ switchedOff: 2 }), 'switched_off'],
    ['one was switched off', facts({ switchedOff: 1, inverters: { producing: 4 } }), 'switched_off'],
    ['one was switched off, one is shut down', facts({ switchedOff: 1, shutdown: 1 }), 'fault'],
    [
      'one was switched off, one is silent',
      facts({ switchedOff: 1, inverters: { disconnected: 1 } }),
      'switched_off',
    ],
    ['switched off behind a silent gateway', facts({ switchedOff: 1, gatewaysOnline: 0 }), 'offline'],
    ['curtailed, and something is shut down', facts({ shutdown: 1, inverters: { curtailed: 4 } }), 'fault'],
  ] as const)('%s', (_when, given, expected) => {
    expect(stationCondition(given)).toBe(expected)
  })

  it('never gets better when one more device shuts down', () => {
    const some = fc.nat({ max: 3 })
    fc.assert(
      fc.property(some, some, some, some, some, fc.boolean(), (a, b, c, d, e, online) => {
        const given = facts({
          gatewaysOnline: online ? 1 : 0,
          shutdown: e,
          inverters: { producing: a, curtailed: b, standby: c, disconnected: d },
        })
        const worse = { ...given, shutdown: given.shutdown + 1 }
        expect(conditionRank(stationCondition(worse))).toBeLessThanOrEqual(
          conditionRank(stationCondition(given)),
        )
      }),
    )
  })
})
