import { byKind, reportedKinds } from '#domain/devices/kinds.ts'
import { describe, expect, it } from 'vitest'
import { stationDevice } from '../../../app/data/station-device.fixture.ts'
import type { DeviceDetail } from '../device-facts.ts'
import { arrivalOf, lateStep } from './arrival.ts'

type Link = NonNullable<DeviceDetail['link']>
const silent: Link = {
  connected: false,
  birthAt: null,
  goneAt: null,
  csq: null,
  queue: null,
  clockOffsetMs: null,
  inventoryRev: null,
  inventoryAt: null,
  reportS: null,
  hasSecret: true,
  refused: 0,
  quarantine: [],
  drops: [],
}
const born: Link = { ...silent, connected: true, birthAt: 1000, clockOffsetMs: 400, csq: 21, reportS: 300 }
const listed: Link = { ...born, inventoryAt: 2000, inventoryRev: 1 }
const child = (
  kind: 'inverter' | 'optimizer',
  lastAt: number | null,
  powerW: number | null,
): DeviceDetail['children'][number] =>
  stationDevice(`${kind}${lastAt}`, kind, { gatewayId: 'g', online: false, powerW, lastAt })
const countsOf = (children: DeviceDetail['children']) => {
  const of = (wanted: string) => ({ online: 0, all: children.filter(({ kind }) => kind === wanted).length })
  return {
    childCounts: byKind(reportedKinds, of),
    childPowerW: null,
  }
}
const arrive = (link: Link | null, children: DeviceDetail['children'] = []) =>
  arrivalOf({ link, children, ...countsOf(children), since: 500 })

describe('arrival of a gateway', () => {
  it('waits for the connection first', () => {
    for (const link of [null, silent]) {
      expect(arrive(link).states).toEqual({
        connect: 'next',
        clock: 'later',
        signal: 'later',
        firmware: 'later',
        inventory: 'later',
        report: 'later',
      })
      expect(arrive(link).waitingSince).toBe(500)
    }
  })
  it('then for the inventory, counted from the birth', () => {
    const arrival = arrive(born)
    expect(arrival.states).toMatchObject({
      connect: 'done',
      clock: 'done',
      signal: 'done',
      firmware: 'done',
      inventory: 'next',
    })
    expect(arrival.waitingSince).toBe(1000)
  })
  it('then for the first report, and never takes an unknown power for 0', () => {
    const arrival = arrive(listed, [child('inverter', null, null), child('optimizer', null, null)])
    expect(arrival.states).toMatchObject({ inventory: 'done', report: 'next' })
    expect(arrival).toMatchObject({
      devices: 2,
      inverters: 1,
      powerW: null,
      arrived: false,
      waitingSince: 2000,
    })
  })
  it('has arrived with the first report; the power is that of the inverters', () => {
    const arrival = arrive(listed, [
      child('inverter', 3000, 865),
      child('inverter', null, null),
      child('optimizer', 3500, 212),
    ])
    expect(arrival).toMatchObject({ arrived: true, powerW: 865, reportedAt: 3000, waitingSince: null })
  })
  it('says when an inventory is empty, when the connection is lost and when the signal is weak', () => {
    expect(arrive(listed).states.inventory).toBe('trouble')
    expect(arrive({ ...listed, connected: false }).states.connect).toBe('trouble')
    expect(arrive({ ...born, csq: 5 }).states.signal).toBe('trouble')
    expect(arrive({ ...born, csq: null }).states.signal).toBe('done')
  })
  it('doubts a clock by the same limits as the server', () => {
    expect(arrive({ ...born, clockOffsetMs: 10 * 60_000 }).states.clock).toBe('done')
    expect(arrive({ ...born, clockOffsetMs: 10 * 60_000 + 1 }).states.clock).toBe('trouble')
    expect(arrive({ ...born, clockOffsetMs: -24 * 3_600_000 }).states.clock).toBe('done')
    expect(arrive({ ...born, clockOffsetMs: -24 * 3_600_000 - 1 }).states.clock).toBe('trouble')
  })
})

describe('advice', () => {
  it('comes after a minute without a connection, and at once when one was lost', () => {
    expect(lateStep(arrive(silent), 300, 60_500)).toBeNull()
    expect(lateStep(arrive(silent), 300, 60_501)).toBe('connect')
    expect(lateStep(arrive({ ...listed, connected: false }), 300, 2000)).toBe('connect')
  })
  it('comes for a report after an interval and a minute', () => {
    const arrival = arrive(listed, [child('inverter', null, null)])
    expect(lateStep(arrival, 300, 2000 + 360_000)).toBeNull()
    expect(lateStep(arrival, 300, 2001 + 360_000)).toBe('report')
  })
  it('does not come once all is there', () => {
    expect(lateStep(arrive(listed, [child('inverter', 3000, 1)]), 300, 9e9)).toBeNull()
  })
})
