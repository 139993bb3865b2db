import { describe, expect, it } from 'vitest'
import { alarmKinds } from '#domain/alarms/alarm-kinds.ts'
import { kindOfCode } from '#domain/alarms/kind-of-code.ts'
import { explainCode } from '#domain/alarms/explain-alarm.ts'
import { rules, usualSettings } from '#domain/alarms/rules/all-rules.ts'
import { clearsWhen } from '#domain/alarms/rules/clears-when.ts'
import { codeOfRule } from '#domain/alarms/rules/rule-codes.ts'
import { insulation } from '#domain/alarms/rules/insulation.ts'
import { gatewaySilent } from '#domain/alarms/rules/gateway-silent.ts'
import { optimizerLow } from '#domain/alarms/rules/optimizer-low.ts'
import { inverterOff } from '#domain/alarms/rules/inverter-off.ts'
import { runRules, type RuleStates } from '#domain/alarms/rules/run-rules.ts'
import { shutdownOpen } from '#domain/alarms/rules/shutdown.ts'
import type { RuleDevice, RuleReading } from '#domain/analyses/station-window.ts'
import { type Kept, type OpenMemory, remember } from '#domain/analyses/memory.ts'
import { switchedOff } from '#domain/analyses/switched-off.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { at, bad, device, gateway, MINUTE, NOON, steady } from './made-window.ts'
import { dataFolder, reportSeries } from './real-series.ts'
import { judgeScenario, readScenario } from './scenario.ts'

const part = (id: string, size: number, p: number) =>
  device(id, { kind: 'optimizer', parentId: 'inv', stringNo: 1, size }, steady(p))
const parts = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    device(`rsd-${n}`, { kind: 'shutdown', parentId: 'inv', ratedW: null }, [
      { closed: false, keepalive: true },
    ]),
  )
const openParts = (p: number, count: number) =>
  bad(shutdownOpen.judge(at([device('inv', {}, steady(p)), ...parts(count)]), 15, new Map()))

/** What rules suspect where two switches of one string are open, and were opened on purpose or not. */
const suspected = (opened: number | null, p: number) => {
  const states: RuleStates = new Map()
  const own = parts(2).map((one) => ({ ...one, stringNo: 1, offSince: opened }))
  const mppt = [0, 8, 8, 8].map((i, n) => ({ n: n + 1, i }))
  const strings = mppt.map(({ n }) => ({ inverterId: 'inv', no: n, mpptNo: n }))
  const beside = ['b', 'c'].map((id) => device(id, {}, steady(6000)))
  const inverter = device('inv', {}, steady(p, { mppt }))
  runRules({ ...at([inverter, ...own, ...beside]), strings }, usualSettings, states, new Map())
  return [...states.values()].map(({ code }) => code).toSorted()
}

const remembered = (kept: readonly Kept[]): OpenMemory => {
  const memory: OpenMemory = new Map()
  remember(memory, kept)
  return memory
}

const insulated = (raw: Record<string, unknown>) =>
  insulation
    .judge(at([device('a', {}, steady(6000, { raw }))]), 50, new Map())
    .map(({ says, readings }) => [says, readings['insulationKohm'], readings['groundFaultBit']])

const resistance = (reading: Partial<RuleReading>) =>
  insulation
    .judge(at([device('a', {}, [reading])]), 50, new Map())
    .map(({ says, readings }) => [says, readings['insulationKohm']])

describe('what rules look at', () => {
  it('collapses a silent gateway into one alarm with its children and the power behind them', () => {
    const window = at([
      gateway(40),
      ...['a', 'b', 'c'].map((id) => device(id, { heardAt: NOON - 40 * MINUTE })),
    ])
    const { events } = runRules(window, usualSettings, new Map(), new Map())
    expect(
      events.map(({ kind, state }) => [
        kind,
        state.code,
        state.readings['children'],
        state.readings['ratedKw'],
      ]),
    ).toEqual([['raised', 'RULE-GATEWAY-SILENT', 3, 30]])
  })

  it('lets a gateway rest by night whose connection stands, not one whose connection is gone', () => {
    const night = NOON + 12 * 60 * MINUTE
    const silent = (connected: boolean) =>
      gatewaySilent.judge(
        at([device('gw', { kind: 'gateway', heardAt: night - 60 * MINUTE, connected })], night),
        30,
        new Map(),
      )
    expect([silent(true), silent(false)].map((found) => found[0]?.says)).toEqual(['hold', 'bad'])
  })

  it('blames nobody for what was not heard while the installation was not listening', () => {
    const window = { ...at([gateway(600)]), listeningSince: NOON - 10 * MINUTE }
    expect(bad(gatewaySilent.judge(window, 30, new Map()))).toEqual([])
  })

  it('does not call an optimizer weak that carries one module beside those with two', () => {
    const string = [
      ...Array.from({ length: 6 }, (_, n) => part(`two-${n}`, 2, 400)),
      part('one', 1, 200),
      part('weak', 2, 200),
    ]
    expect(bad(optimizerLow.judge(at(string), 70, new Map()))).toEqual(['weak'])
  })

  it('takes an open shutdown device for a fault only while its inverter runs, and many of them for one', () => {
    expect(openParts(5000, 2)).toEqual(['rsd-0', 'rsd-1'])
    expect(openParts(0, 2)).toEqual([])
    expect(openParts(5000, 12)).toEqual(['inv'])
  })

  it('says nothing of an inverter that somebody switched off, and does again once it has run since', () => {
    const offSince = NOON - 120 * MINUTE
    const beside = ['b', 'c'].map((id) => device(id, {}, steady(6000)))
    const judged = (readings: Partial<RuleReading>[], given: Partial<RuleDevice>) => {
      const states: RuleStates = new Map()
      const { kept } = runRules(
        at([device('a', given, readings), ...beside]),
        usualSettings,
        states,
        new Map(),
      )
      return { suspected: [...states.values()].map(({ code }) => code), memory: remembered(kept) }
    }
    expect(judged(steady(0), {}).suspected).toEqual(['RULE-INVERTER-OFF'])
    expect(judged(steady(0), { offSince }).suspected).toEqual([])
    // It ran for a while and stopped by itself: remembered, though the window forgets it.
    const ran = judged([{ p: 4000 }, ...steady(0)], { offSince })
    expect(ran.suspected).toEqual(['RULE-INVERTER-OFF'])
    const { window } = switchedOff(at([device('a', { offSince }, steady(0)), ...beside]), ran.memory)
    expect(window.devices[0]?.offSince).toBe(null)
    // Switched off once more since.
    const again = device('a', { offSince: NOON - 10 * MINUTE }, steady(0))
    expect(switchedOff(at([again, ...beside]), ran.memory).window.devices[0]?.offSince).not.toBe(null)
  })

  it('takes an inverter that is held down to a limit for running, and one below its limit for standing', () => {
    const beside = ['b', 'c'].map((id) => device(id, {}, steady(8000)))
    const off = (p: number, limitPct: number | null) =>
      bad(inverterOff.judge(at([device('a', { limitPct }, steady(p)), ...beside]), 10, new Map()))
    expect([off(500, null), off(500, 5), off(20, 5)]).toEqual([['a'], [], ['a']])
  })

  it('takes what somebody opened on purpose for no fault: the switch, its string, the inverter behind it', () => {
    const offSince = NOON - 120 * MINUTE
    expect(suspected(null, 5000)).toEqual(['RULE-SHUTDOWN-OPEN', 'RULE-SHUTDOWN-OPEN', 'RULE-STRING-CURRENT'])
    expect(suspected(offSince, 5000)).toEqual([])
    expect(suspected(null, 0)).toEqual(['RULE-INVERTER-OFF', 'RULE-STRING-CURRENT'])
    expect(suspected(offSince, 0)).toEqual([])
  })

  it('V2: takes no register without a value for a ground fault or a resistance, of whatever width', () => {
    for (const Evt1 of [0xffff, 0xffff_ffff, 2 ** 64 - 1, -1, 0x7fff_ffff, 0x8000_0001])
      expect(insulated({ Evt1 })).toEqual([])
    for (const Riso_kohm of [-1, -0x8000, 32.767, 0xffff_ffff])
      expect(insulated({ Riso_kohm, Evt1: 0 })).toEqual([['good', null, false]])
    expect(insulated({ Riso_kohm: 0xffff, Evt1: -1 })).toEqual([])
    expect(insulated({ Evt1: 1 })).toEqual([['bad', null, true]])
    expect(insulated({ Riso_kohm: 38 })).toEqual([['bad', 38, null]])
  })

  it('judges an insulation resistance by its own metric as by the raw one, and a doubtful one not at all', () => {
    expect(resistance({ riso: 38 })).toEqual([['bad', 38]])
    expect(resistance({ riso: 1480, raw: { Riso_kohm: 38 } })).toEqual([['good', 1480]])
    expect(resistance({ riso: null, raw: { Riso_kohm: 38 } })).toEqual([['bad', 38]])
    expect(resistance({ riso: -1, flags: qualityFlags.insulation })).toEqual([])
    expect(resistance({ riso: null })).toEqual([])
  })

  it('has a level, a name, a cause and steps in both languages for every rule, and says what ends it', () => {
    for (const { id } of Object.values(rules)) {
      const code = codeOfRule(id)
      const kind = kindOfCode(code)
      expect(kind === null ? null : alarmKinds[kind].level).not.toBe(null)
      for (const language of ['en', 'zh_CN'] as const) {
        const { name, cause, steps, safety } = explainCode(code)[language]
        expect([name, cause, safety, clearsWhen(code, null)[language]].every((text) => text.length > 3)).toBe(
          true,
        )
        expect(steps.length).toBeGreaterThan(2)
      }
    }
  })
})

describe('rules over simulated stations', () => {
  it('finds every planted fault of a few days and raises nothing else, at sunset neither', () => {
    const all = [...judgeScenario(readScenario('tuning/short'))]
    const names = (of: (judged: (typeof all)[number]) => unknown[]) => all.flatMap(of)
    expect(names(({ missed }) => missed)).toEqual([])
    expect(names(({ wrong }) => wrong)).toEqual([])
    expect(names(({ found }) => found)).toHaveLength(6)
  })
})

describe('rules over measured series', () => {
  it('says of months of a healthy inverter nothing, and of modules under snow that they give nothing', () => {
    const says = new Map(reportSeries(dataFolder).map(({ path, alarms }) => [path, alarms]))
    expect(Object.fromEntries(says)).toEqual({
      'inverter-5min/TAEFC1044741-2016-04.csv': 0,
      // The logger stops reporting in the middle of 6 October, in sunshine.
      'inverter-5min/TAEFC1044741-2016-10.csv': 1,
      'nrel-pv-15min/serf_east_15min_ac_power-2016-08.csv': 0,
      // 6 January 2022: up to 1100 W/m² on the plane, and no power.
      'nrel-pv-15min/serf_west_15min.csv': 1,
      'enphase-gateway/7.6.175_with_cts_3phase.json': 0,
      'enphase-gateway/8.2.4345_with_device_data.json': 0,
      'enphase-gateway/8.3.5289_modGone.json': 0,
    })
  })
})
