import { describe, expect, it } from 'vitest'
import { playedReading, playedReport } from '#tests/edge/played-device.ts'
import { KnownDevices } from './known-devices.ts'

const noon = Date.UTC(2026, 10, 23, 11)
const url = 'modbus-tcp://192.168.1.20'
const start = () => new KnownDevices('EDGE-7K2M9Q4XHB', [])

/** Serials of those that say none, by their names. */
const serials = (...names: string[]) => {
  const report = playedReport(...names.map((name) => playedReading({ sn: null, name })))
  const { items } = start().take('d1', url, report, noon)
  return Object.fromEntries(names.map((name, index) => [name, items[index]?.sn]))
}

describe('devices that are known', () => {
  it('are named once, and again only when something of them changes', () => {
    const known = start()
    const first = known.take('d1', url, playedReport(playedReading()), noon)
    expect(first).toMatchObject({ inventoryChanged: true, alarmsChanged: false })
    expect(first.items).toEqual([
      { sn: '7E1D3A55', ts: noon, st: 'grid', m: { p: 865, e_tot: 43_934_840 }, raw: { St: 4 } },
    ])
    expect(known.all().map(({ device }) => device)).toEqual([
      {
        sn: '7E1D3A55',
        t: 'inverter',
        brand: 'Fronius',
        model: 'Symo 10.0-3-M',
        sw: '1.2',
        rated_w: 10_000,
        mppt: 2,
      },
    ])
    const quiet = { brand: null, model: null, sw: null, ratedW: null, mppt: null, strings: null }
    const night = playedReport(playedReading({ about: quiet }))
    expect(known.take('d1', url, night, noon + 1).inventoryChanged).toBe(false)
    const updated = playedReading({ about: { ...quiet, sw: '1.3' } })
    expect(known.take('d1', url, playedReport(updated), noon + 2).inventoryChanged).toBe(true)
    expect(known.all()[0]?.device).toMatchObject({ sw: '1.3', rated_w: 10_000 })
  })

  it('behind an inverter are not of its make and model, as far as anybody says', () => {
    const nameless = { brand: null, model: null, sw: null, ratedW: 4_000, mppt: null, strings: null }
    const known = start()
    known.take(
      'd1',
      url,
      playedReport(
        playedReading({ about: { ...nameless, ratedW: 10_000 } }),
        playedReading({ sn: 'BAT-1', t: 'battery', about: nameless }),
        playedReading({ sn: 'MTR-1', t: 'meter', about: { ...nameless, brand: 'Other', model: 'M1' } }),
      ),
      noon,
    )
    expect(known.all().map(({ device: { t, brand, model } }) => [t, brand, model])).toEqual([
      ['inverter', 'Fronius', 'Symo 10.0-3-M'],
      ['battery', undefined, undefined],
      ['meter', 'Other', 'M1'],
    ])
  })

  it('without a serial get one that stays, differs by edge, address and place, and looks made', () => {
    const nameless = playedReport(playedReading({ sn: null }), playedReading({ sn: null }))
    const made = (edge: string, at: string) => {
      const known = new KnownDevices(edge, [])
      return known.take('d1', at, nameless, noon).items.map(({ sn }) => sn)
    }
    const [a, b] = made('EDGE-7K2M9Q4XHB', url)
    expect(a).toMatch(/^MADE-[0-9A-Z]{12}$/)
    expect(made('EDGE-7K2M9Q4XHB', url)).toEqual([a, b])
    expect(new Set([a, b, ...made('EDGE-1', url), ...made('EDGE-7K2M9Q4XHB', `${url}?unit=2`)]).size).toBe(6)
  })

  it('one that cannot read its serial this time is who it was, and one that nobody could send gets a made one', () => {
    const known = start()
    known.take('d1', url, playedReport(playedReading()), noon)
    const next = known.take('d1', url, playedReport(playedReading({ sn: null })), noon + 1)
    expect(next).toMatchObject({ inventoryChanged: false, items: [{ sn: '7E1D3A55' }] })
    const odd = known.take('d2', `${url}?unit=2`, playedReport(playedReading({ sn: 'né 1 ☀' })), noon)
    expect(odd.items[0]?.sn).toMatch(/^MADE-/)
  })

  it('the same device by two addresses is read by the first alone', () => {
    const known = start()
    known.take('d1', url, playedReport(playedReading()), noon)
    const again = known.take('d2', 'fronius://192.168.1.20', playedReport(playedReading()), noon + 5)
    expect(again).toMatchObject({ items: [], twice: ['7E1D3A55'], inventoryChanged: false })
    known.keepOnly(new Set(['d2']))
    expect(
      known.take('d2', 'fronius://192.168.1.20', playedReport(playedReading()), noon + 9).items,
    ).toHaveLength(1)
  })

  describe('two of the same serial', () => {
    const other = `${url}?unit=2`
    const deye = playedReport(playedReading({ about: { ...playedReading().about, brand: 'Deye' } }))
    const fronius = playedReport(playedReading())

    it('of two makers are two devices: the second has a made serial for good, also when the first is gone', () => {
      const known = start()
      known.take('d1', url, fronius, noon)
      const second = known.take('d2', other, deye, noon)
      const made = second.items[0]?.sn ?? ''
      expect([second.twice, made]).toEqual([[], expect.stringMatching(/^MADE-/)])
      expect(known.all().map(({ sn: wire, device }) => [wire, device.brand])).toEqual([
        ['7E1D3A55', 'Fronius'],
        [made, 'Deye'],
      ])
      expect(known.take('d2', other, deye, noon + 1)).toMatchObject({
        inventoryChanged: false,
        items: [{ sn: made }],
      })
      const silent = playedReport(
        playedReading({ sn: null, about: { ...playedReading().about, brand: 'Deye' } }),
      )
      expect(known.take('d2', other, silent, noon + 2).items).toMatchObject([{ sn: made }])
      // After a start and without the first, at another address of the same entry.
      const again = new KnownDevices('EDGE-7K2M9Q4XHB', known.all())
      again.keepOnly(new Set(['d2']))
      expect(again.take('d2', `${url}?unit=3`, deye, noon + 3).items).toMatchObject([{ sn: made }])
      expect(again.take('d1', url, fronius, noon + 4).items).toMatchObject([{ sn: '7E1D3A55' }])
    })

    it('at one address are two devices, whichever of them answers', () => {
      const known = start()
      const [inverter, battery] = [playedReading(), playedReading({ t: 'battery', m: { p: -200 } })]
      const both = known.take('d1', url, playedReport(inverter, battery), noon)
      const [first, second] = both.items.map(({ sn }) => sn)
      expect([first, second]).toEqual(['7E1D3A55', expect.stringMatching(/^MADE-/)])
      for (const [readings, sns] of [
        [
          [inverter, battery],
          [first, second],
        ],
        [[battery], [second]],
        [[inverter], [first]],
      ] as const) {
        const next = known.take('d1', url, playedReport(...readings), noon + 1)
        expect([next.inventoryChanged, next.items.map(({ sn }) => sn)]).toEqual([false, sns])
      }
    })

    it('one without a brand may be the same, and is left to the address that has it', () => {
      const known = start()
      known.take('d1', url, fronius, noon)
      const nameless = {
        ...playedReport(playedReading({ about: { ...playedReading().about, brand: null } })),
        brand: null,
      }
      expect(known.take('d2', other, nameless, noon)).toMatchObject({ items: [], twice: ['7E1D3A55'] })
    })
  })

  it('an exchanged inverter takes the place of the one before', () => {
    const known = start()
    known.take('d1', url, playedReport(playedReading()), noon)
    const next = known.take('d1', url, playedReport(playedReading({ sn: '7E1D3A99' })), noon + 1)
    expect(next.inventoryChanged).toBe(true)
    expect(known.all().map(({ sn }) => sn)).toEqual(['7E1D3A99'])
  })

  it('E3: a module that is lost stays who it was, and so do those behind it', () => {
    const known = start()
    const of = (...sns: string[]) =>
      known.take('d1', url, playedReport(...sns.map((sn) => playedReading({ sn }))), noon)
    of('121900000001', '121900000002', '121900000003')
    const without = of('121900000002', '121900000003')
    expect(without.inventoryChanged).toBe(false)
    expect(without.items.map(({ sn }) => sn)).toEqual(['121900000002', '121900000003'])
    const all = () =>
      known
        .all()
        .map(({ sn }) => sn)
        .toSorted()
    expect(all()).toEqual(['121900000001', '121900000002', '121900000003'])
    // Exchanged where it hung, while its neighbours are as before.
    of('121900000009', '121900000002', '121900000003')
    expect(all()).toEqual(['121900000002', '121900000003', '121900000009'])
  })

  it('E3: one without a serial is the same while another beside it sleeps', () => {
    const known = start()
    const both = playedReport(playedReading(), playedReading({ sn: null }))
    const made = known.take('d1', url, both, noon).items[1]?.sn
    const alone = known.take('d1', url, playedReport(playedReading({ sn: null })), noon + 1)
    expect(alone).toMatchObject({ inventoryChanged: false, items: [{ sn: made }] })
    expect(known.take('d1', url, both, noon + 2).items.map(({ sn }) => sn)).toEqual(['7E1D3A55', made])
  })

  it('E3: those that their owner named keep their serials in whatever order they are heard', () => {
    const all = serials('east', 'north', 'west')
    expect(new Set(Object.values(all)).size).toBe(3)
    expect(serials('west')).toEqual({ west: all['west'] })
    expect(serials('north', 'east', 'new')).toMatchObject({ north: all['north'], east: all['east'] })
  })

  it('alarms began when they were first read, go on while nothing is said of them, and end', () => {
    const known = start()
    const alarm = { code: 'sungrow.39', lvl: 'emergent' as const, ctx: { Alarm: 39, Text: 'x' } }
    const withAlarm = playedReport(playedReading({ alarms: [alarm] }))
    expect(known.take('d1', url, withAlarm, noon).alarmsChanged).toBe(true)
    expect(known.take('d1', url, withAlarm, noon + 10).alarmsChanged).toBe(false)
    known.take('d1', url, playedReport(playedReading({ alarms: null })), noon + 20)
    expect(known.all()[0]?.alarms).toEqual([
      {
        aid: '7E1D3A55:sungrow.39:1',
        sn: '7E1D3A55',
        code: 'sungrow.39',
        lvl: 'emergent',
        since: noon,
        ctx: { Alarm: 39 },
      },
    ])
    expect(known.take('d1', url, playedReport(playedReading()), noon + 30).alarmsChanged).toBe(true)
    expect(known.all()[0]?.alarms).toEqual([])
  })

  it('E3: a reading that the device says again is none; its own time counts while it can be true', () => {
    const known = start()
    const take = (ts: number, at: number) =>
      known.take('d1', url, playedReport(playedReading({ ts })), at).items.map((item) => item.ts)
    expect(take(noon - 3_000, noon)).toEqual([noon - 3_000])
    expect(take(noon - 3_000, noon + 10_000)).toEqual([])
    expect(take(noon + 3_600_000, noon + 20_000)).toEqual([noon + 20_000])
    expect(take(noon + 3_600_000, noon + 30_000)).toEqual([])
    // At night a gateway tells what its modules said at dusk.
    expect(take(noon - 36_000_000, noon + 40_000)).toEqual([noon - 36_000_000])
  })

  it('E3: what a gateway still tells of a module that died days ago is no reading', () => {
    const known = start()
    const dead = playedReport(playedReading({ ts: noon - 3 * 86_400_000 }))
    expect(known.take('d1', url, dead, noon).items).toEqual([])
    const dusk = playedReport(playedReading({ ts: noon - 18 * 3_600_000 }))
    expect(known.take('d1', url, dusk, noon).items).toHaveLength(1)
  })

  it('E3: what the wire has no room for does not cost the metrics beside it', () => {
    const raw = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`Word${n}`, n]))
    const [item] = start().take('d1', url, playedReport(playedReading({ raw })), noon).items
    expect(item).toEqual({ sn: '7E1D3A55', ts: noon, st: 'grid', m: { p: 865, e_tot: 43_934_840 } })
  })
})
