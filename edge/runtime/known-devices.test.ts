import { describe, expect, it } from 'vitest'
import { playedReading, playedReport } from '#tests/edge/played-device.ts'
import { KnownDevices } from './known-devices.ts'

const noon = Date.UTC(2026, 10, 23, 11)
const url = 'modbus-tcp://192.168.1.20'
const start = () => new KnownDevices('EDGE-7K2M9Q4XHB', [])

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

  it('without a serial get one that stays, differs by edge, address and place, and looks made', () => {
    const nameless = playedReport(playedReading({ sn: null }), playedReading({ sn: null }))
    const serials = (edge: string, at: string) => {
      const known = new KnownDevices(edge, [])
      return known.take('d1', at, nameless, noon).items.map(({ sn }) => sn)
    }
    const [a, b] = serials('EDGE-7K2M9Q4XHB', url)
    expect(a).toMatch(/^MADE-[0-9A-Z]{12}$/)
    expect(serials('EDGE-7K2M9Q4XHB', url)).toEqual([a, b])
    expect(
      new Set([a, b, ...serials('EDGE-1', url), ...serials('EDGE-7K2M9Q4XHB', `${url}?unit=2`)]).size,
    ).toBe(6)
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

  it('an exchanged inverter takes the place of the one before', () => {
    const known = start()
    known.take('d1', url, playedReport(playedReading()), noon)
    const next = known.take('d1', url, playedReport(playedReading({ sn: '7E1D3A99' })), noon + 1)
    expect(next.inventoryChanged).toBe(true)
    expect(known.all().map(({ sn }) => sn)).toEqual(['7E1D3A99'])
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
