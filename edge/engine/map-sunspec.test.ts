import { describe, expect, it } from 'vitest'
import { telemetryItem } from '#contract/mqtt/telemetry.ts'
import { mapSunSpec } from './map-sunspec.ts'
import { decode, type Values } from './sunspec/decode.ts'
import { allModels } from './sunspec/models/all-models.ts'
import type { ReadModel } from './sunspec/walk.ts'

const read = (id: number, values: Values, groups: Values[] = []): ReadModel => ({
  id,
  address: 0,
  length: 0,
  decoded: { values, groups, notAccumulated: new Set() },
  trouble: null,
})
const common = (SN: string | null) => read(1, { Mn: 'Maker', Md: 'M10', SN })
const inverterOf = (...models: ReadModel[]) => mapSunSpec([common('A-1'), ...models]).readings[0]
const alarms = (Evt1: number | null) => inverterOf(read(103, { W: 0, Evt1 }))?.alarms

describe('the reading of an inverter', () => {
  it.each([
    [1, 'shutdown'],
    [2, 'standby'],
    [3, 'standby'],
    [4, 'grid'],
    [5, 'curtailed'],
    [6, 'shutdown'],
    [7, 'shutdown'],
    [8, 'standby'],
    [9, null],
    [null, null],
  ])('has for St %s the state %s, for InvSt one less', (code, state) => {
    expect(inverterOf(read(103, { W: 1, St: code }))?.st).toBe(state)
    expect(inverterOf(read(701, { W: 1, InvSt: code === null ? null : code - 1 }))?.st).toBe(state)
  })

  it('takes only "off" of the switch of 701, and never mistakes it for a state', () => {
    expect(inverterOf(read(701, { W: 0, St: 0 }))).toMatchObject({ st: 'shutdown', raw: { StDer: 0 } })
    expect(inverterOf(read(701, { W: 9, St: 1 }))).toMatchObject({ st: null, raw: { StDer: 1 } })
    expect(inverterOf(read(701, { W: 9, St: 1 }))?.raw).not.toHaveProperty('St')
  })

  it('leaves out what is not said', () => {
    expect(
      inverterOf(read(103, { W: null, PhVphA: null, PhVphB: 231, PhVphC: null, TmpSnk: 40 }))?.m,
    ).toEqual({
      u: [null, 231],
      t: 40,
    })
  })

  it('is the one of the first model that knows its power, once', () => {
    const { readings } = mapSunSpec([
      common('A-1'),
      read(103, { W: null, Hz: 50 }),
      read(113, { W: 7, Hz: 49 }),
    ])
    expect(readings.map(({ m }) => m)).toEqual([{ p: 7, f: 49 }])
  })

  it('has its inputs, without those of a battery', () => {
    const inputs = [
      { IDStr: 'MPPT 1', DCV: 400, DCA: 2, DCW: 800, DCEvt: 1 },
      { IDStr: 'MPPT 2', DCV: null, DCA: null, DCW: null },
      { IDStr: 'StCha 3', DCV: 200, DCA: 5, DCW: 1000 },
      { IDStr: 'StDisCha 4', DCV: 200, DCA: 0, DCW: 0 },
    ]
    const reading = inverterOf(read(103, { W: 1 }), read(160, {}, inputs))
    expect(reading?.m.mppt).toEqual([{ n: 1, u: 400, i: 2, p: 800 }])
    expect(reading?.raw['DCEvt.1']).toBe(1)
    const ports = [
      { PrtTyp: 0, DCV: 300, DCA: 1, DCW: 300 },
      { PrtTyp: 1, DCV: 50, DCA: 1, DCW: 50 },
    ]
    expect(inverterOf(read(701, { W: 1 }), read(714, { DCW: 350 }, ports))?.m).toEqual({
      p: 1,
      p_dc: 350,
      mppt: [{ n: 1, u: 300, i: 1, p: 300 }],
    })
  })

  it('says its events in words, and its insulation in kilo-ohms', () => {
    const reading = inverterOf(read(103, { W: 0, Evt1: 0b1000_0001 }), read(122, { Ris: 38_000 }))
    expect(reading?.raw).toMatchObject({ Evt1: 129, events: 'GROUND_FAULT OVER_TEMP' })
    expect(reading?.m.riso).toBe(38)
    expect(inverterOf(read(103, { W: 0, Evt1: 0x8000_0001 }))?.raw).not.toHaveProperty('events')
  })

  it('lets its power be limited with an end, by 704 before 123', () => {
    const immediate = { Conn: 1, WMaxLimPct: 100, WMaxLimPct_SF: -2 }
    const basic = { ...read(123, { ...immediate, WMaxLimPct_RvrtTms: 0 }), address: 40_200 }
    const controls = inverterOf(read(103, { W: 1 }), basic)?.controls
    expect(
      controls?.limitPct?.set.writes.map(({ address, value, scale }) => [address, value, scale]),
    ).toEqual([
      [40_205, 'asked', 0.01],
      [40_207, 'seconds', 1],
      [40_209, 1, 1],
    ])
    expect(controls?.limitPct?.reverts).toEqual({ min: 1, max: 65_534 })
    expect(controls?.switch?.off.writes).toMatchObject([{ address: 40_204, value: 0 }])
    const der = {
      ...read(704, { WMaxLimPct: 100, WMaxLimPct_SF: 0, WMaxLimPctRvrtTms: 0 }),
      address: 40_300,
    }
    const both = inverterOf(read(701, { W: 1 }), basic, der)?.controls
    expect(both?.limitPct?.set.readBack.every(({ address }) => address > 40_300)).toBe(true)
    expect(both?.limitPct?.set.writes.find(({ value }) => value === 'seconds')).toMatchObject({
      type: 'u32',
      by: 'many',
    })
    expect(inverterOf(read(103, { W: 1 }), read(123, { WMaxLimPct: 100 }))?.controls).toBeNull()
  })

  it('E4: has no timer where its register of it is not implemented: then the edge ends its limits', () => {
    const immediate = { Conn: 1, WMaxLimPct: 100, WMaxLimPct_SF: 0 }
    const der = { WMaxLimPct: 100, WMaxLimPct_SF: 0, WMaxLimPctRvrt: 100 }
    for (const model of [read(123, immediate), read(704, der)]) {
      const limit = inverterOf(read(103, { W: 1 }), model)?.controls?.limitPct
      expect([limit?.reverts, limit?.set.writes.map(({ value }) => value)]).toEqual([null, ['asked', 1]])
    }
  })

  it('tells its alarms by the bits of its events', () => {
    expect(alarms(0b1000_0001)?.map(({ code, lvl }) => [code, lvl])).toEqual([
      ['sunspec.0', 'very_urgent'],
      ['sunspec.7', 'important'],
    ])
    expect(alarms(0)).toEqual([])
    expect(alarms(null)).toBeNull()
    expect(alarms(0x8000_0001)).toBeNull()
  })

  it('fits on the wire, however much it says', () => {
    const inputs = Array.from({ length: 80 }, (_, n) => ({
      DCV: n,
      DCA: 1,
      DCW: 1,
      DCEvt: 0,
      DCSt: 4,
      Tmp: 30,
    }))
    const reading = inverterOf(read(103, { W: 1, Evt1: 0x7fff_ffff }), read(160, {}, inputs))
    expect(telemetryItem.safeParse(reading).success).toBe(true)
  })
})

const meterOf = (brand: string, values: Values) =>
  mapSunSpec([read(1, { Mn: brand, SN: 'M-1' }), read(203, values)]).readings[0]

type Registers = readonly number[] | 'half' | null

/** The energies of a meter whose counters hold these registers; null = they could not be read, 'half' = the second one. */
const countersOf = (id: number, counters: Record<string, Registers>) => {
  const model = allModels.get(id)!
  const words = new Uint16Array(model.size).fill(0xffff)
  const holes = new Set<number>()
  words.set([id, model.size - 2])
  for (const { name, offset } of model.points) {
    const registers = counters[name]
    if (name === 'TotWh_SF') words[offset] = 0
    if (Array.isArray(registers)) words.set(registers, offset)
    // Whatever stood there before is what a hole is filled with.
    else if (registers !== undefined) words.fill(0, offset, offset + 2)
    if (registers === null) holes.add(offset)
    if (registers === null || registers === 'half') holes.add(offset + 1)
  }
  const meter = { ...read(id, {}), decoded: decode(model, words, holes) }
  const m = mapSunSpec([read(1, { Mn: 'Fronius', SN: 'M-1' }), meter]).readings[0]?.m
  return Object.fromEntries(Object.entries(m ?? {}).filter(([name]) => name.startsWith('e_')))
}

/** Power of both, of a meter that hangs at an inverter of SolarEdge and says another maker, or none. */
const behind = (brand: string | null) =>
  mapSunSpec([
    read(1, { Mn: 'SolarEdge', SN: 'A-1' }),
    read(103, { W: 500 }),
    read(1, { Mn: brand }),
    read(203, { W: 800 }),
  ]).readings.map(({ t, m }) => [t, m.p])

describe('a meter', () => {
  it('draws where its power is above 0, whatever its maker means by the sign', () => {
    expect(meterOf('Fronius', { W: 800 })).toMatchObject({ sn: 'M-1', t: 'meter', m: { p: 800 } })
    expect(meterOf('SolarEdge', { W: 800 })?.m.p).toBe(-800)
    expect(meterOf('SolarEdge', { W: 0 })?.m.p).toBe(0)
    expect(meterOf('SolarEdge', { W: null })?.m).toEqual({})
  })

  it('behind an inverter of SolarEdge counts as that does, whatever its own name is', () => {
    const wanted = [
      ['inverter', 500],
      ['meter', -800],
    ]
    expect(behind(null)).toEqual(wanted)
    expect(behind('WattNode')).toEqual(wanted)
  })

  it('has counted nothing on a side that says so while it counts on the other', () => {
    expect(countersOf(203, { TotWhImp: [0, 5000], TotWhExp: [0, 0] })).toEqual({ e_in: 5000, e_out: 0 })
    expect(countersOf(203, { TotWhImp: [0, 0], TotWhExp: [0, 5000] })).toEqual({ e_in: 0, e_out: 5000 })
    expect(countersOf(203, { TotWhImp: [0, 0], TotWhExp: [0, 0] })).toEqual({})
  })

  it('does not know of a side that could not be read', () => {
    expect(countersOf(203, { TotWhImp: [0, 5000], TotWhExp: null })).toEqual({ e_in: 5000 })
    expect(countersOf(203, { TotWhImp: null, TotWhExp: [0, 5000] })).toEqual({ e_out: 5000 })
    expect(countersOf(203, { TotWhImp: [0, 5000], TotWhExp: 'half' })).toEqual({ e_in: 5000 })
  })

  it('of floating point counts from 0, and does not know of a side that it lacks', () => {
    const [said, none] = [
      [0x459c, 0x4000],
      [0x7fc0, 0],
    ]
    expect(countersOf(213, { TotWhImp: said, TotWhExp: [0, 0] })).toEqual({ e_in: 5000, e_out: 0 })
    expect(countersOf(213, { TotWhImp: said, TotWhExp: none })).toEqual({ e_in: 5000 })
  })

  it.each([
    [99.7, 0.997],
    [-99.77, -0.9977],
    [0.98, 0.98],
    [-1, -1],
  ])('means with the power factor %d what is %d', (said, is) => {
    expect(meterOf('Fronius', { PF: said })?.m.pf).toBe(is)
  })
})

describe('a hybrid', () => {
  const inputs = [
    { IDStr: 'MPPT 1', DCV: 400, DCA: 2, DCW: 800, DCWH: 70_000 },
    { IDStr: 'MPPT 2', DCV: 390, DCA: 1, DCW: 390, DCWH: 30_000 },
    { IDStr: 'StCha 3', DCV: 200, DCA: 5, DCW: 1000, DCWH: 9000 },
    { IDStr: 'StDisCha 4', DCV: 200, DCA: 0, DCW: 0, DCWH: 8000 },
  ]
  const chain = [common('A-1'), read(103, { W: 150, WH: 95_000 }), read(160, {}, inputs)]

  it('generates what its modules give, and has a battery', () => {
    const { readings } = mapSunSpec([...chain, read(124, { ChaState: 61.5, ChaSt: 4 })])
    expect(readings.map(({ t }) => t)).toEqual(['inverter', 'battery'])
    expect(readings[0]?.m).toMatchObject({ p: 150, p_pv: 1190, e_pv: 100_000, e_tot: 95_000 })
    expect(readings[1]).toMatchObject({
      sn: null,
      m: { p: -1000, u_in: 200, soc: 61.5, e_chg: 9000, e_dis: 8000 },
      raw: { ChaSt: 4 },
    })
  })

  it('whose second tracker is silent does not know what its modules give', () => {
    const silent = inputs.with(1, { IDStr: 'MPPT 2', DCV: 390, DCA: 1, DCW: NaN, DCWH: 30_000 })
    const nulled = silent.map((input) => ({ ...input, DCW: Number.isNaN(input.DCW) ? null : input.DCW }))
    const [inverter] = mapSunSpec([...chain.slice(0, 2), read(160, {}, nulled)]).readings
    expect(inverter?.m).not.toHaveProperty('p_pv')
  })

  it('that has no battery has none, though it has a model for one', () => {
    const { readings } = mapSunSpec([common('A-1'), read(103, { W: 1 }), read(124, { ChaState: null })])
    expect(readings.map(({ t }) => t)).toEqual(['inverter'])
  })
})

describe('a chain', () => {
  it('holds a device behind each model 1', () => {
    const { brand, readings } = mapSunSpec([
      common('A-1'),
      read(103, { W: 1 }),
      common('A-2'),
      read(103, { W: 2 }),
      read(103, { W: 3 }),
      common(null),
      read(307, { TmpAmb: 21.5 }),
      read(302, {}, [{ GHI: 700, POAI: 812 }]),
      read(303, {}, [{ TmpBOM: 44.1 }]),
    ])
    expect(brand).toBe('Maker')
    expect(readings.map(({ sn, t, m }) => [sn, t, m])).toEqual([
      ['A-1', 'inverter', { p: 1 }],
      ['A-2', 'inverter', { p: 2 }],
      [null, 'inverter', { p: 3 }],
      [null, 'weather', { irr: 812, t_mod: 44.1, t_amb: 21.5 }],
    ])
    expect(readings[3]?.raw).toEqual({ GHI: 700 })
  })

  it('without a device of a known kind is refused, with what could not be read', () => {
    const draft = { ...read(701, {}), decoded: null, trouble: 'It follows a draft.' }
    expect(() => mapSunSpec([common('A-1'), draft])).toThrow(
      /Maker M10 .*models 1, 701: .* It follows a draft\./,
    )
    expect(() => mapSunSpec([])).toThrow(/\(none\)/)
  })
})
