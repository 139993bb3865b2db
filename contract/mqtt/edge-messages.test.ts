import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { commandRequest } from './command.ts'
import { config } from './config.ts'
import { decode, encode } from './decode.ts'

const boot = '9f3c61d07ab2e415'
const ts = 1_755_600_300_000
const device = { id: 'd1', url: 'modbus-tcp://192.168.1.20', interval_s: 10 }
const found = { url: device.url, profile: 'sunspec', devices: [{ sn: null, t: 'inverter', p: 865 }] }

const isCommand = (op: string, args: object): boolean =>
  z.safeParse(commandRequest, { v: 1, id: 'c1', op, targets: [], args, exp: ts }).success
const isConfig = (more: object): boolean =>
  z.safeParse(config, { v: 1, rev: 1, report_s: 60, ...more }).success

describe('what edges have beyond gateways', () => {
  it('a list of devices is part of the settings, at most 100 of them, and may be left out', () => {
    expect(isConfig({})).toBe(true)
    expect(isConfig({ devices: null })).toBe(true)
    expect(isConfig({ devices: Array.from({ length: 100 }, () => device) })).toBe(true)
    expect(isConfig({ devices: Array.from({ length: 101 }, () => device) })).toBe(false)
    for (const wrong of [{ id: 'x'.repeat(37) }, { url: '' }, { interval_s: 0.5 }, { interval_s: 3601 }])
      expect([wrong, isConfig({ devices: [{ ...device, ...wrong }] })]).toEqual([wrong, false])
  })

  it('E4: a limit names a share or a power, never both or none, and no time beyond seven days', () => {
    expect(isCommand('limit', { pct: 60 })).toBe(true)
    expect(isCommand('limit', { w: 6000, rvrt_s: 14_400 })).toBe(true)
    for (const wrong of [
      {},
      { pct: 60, w: 6000 },
      { rvrt_s: 600 },
      { pct: 101 },
      { w: -1 },
      { pct: 60, rvrt_s: 59 },
      { pct: 60, rvrt_s: 604_801 },
    ])
      expect([wrong, isCommand('limit', wrong)]).toEqual([wrong, false])
  })

  it('a search may be held to ranges, at most eight', () => {
    expect(isCommand('discover', {})).toBe(true)
    expect(isCommand('discover', { ranges: ['192.168.1.0/24'] })).toBe(true)
    expect(isCommand('discover', { ranges: ['192.168.1.0'] })).toBe(false)
    expect(isCommand('discover', { ranges: Array.from({ length: 9 }, () => '10.0.0.0/24') })).toBe(false)
  })

  it('a diagnosis reads registers, the log, or an address once', () => {
    const read = { what: 'read', device: 'd1', table: 'input', address: 65_535, count: 125 }
    expect(isCommand('diagnose', read)).toBe(true)
    expect(isCommand('diagnose', { what: 'log', lines: 200 })).toBe(true)
    expect(isCommand('diagnose', { what: 'probe', url: device.url })).toBe(true)
    for (const wrong of [
      { ...read, table: 'coils' },
      { ...read, count: 126 },
      { ...read, address: 65_536 },
      { what: 'log', lines: 201 },
      { what: 'write', device: 'd1' },
    ])
      expect([wrong, isCommand('diagnose', wrong)]).toEqual([wrong, false])
  })

  it('what a search found and what became of a limit are read, and one bad find costs itself', () => {
    const progress = {
      v: 1,
      id: 'c1',
      stage: 'progress',
      done: 1,
      total: 254,
      tried: '10.0.0.1',
      found: [found],
    }
    expect(decode('cmd/res', encode(progress))).toEqual({ ok: true, message: progress, itemsRejected: 0 })
    const strange = { ...found, devices: [{ sn: 'A1', t: 'toaster' }] }
    expect(decode('cmd/res', encode({ ...progress, found: [strange, found] }))).toEqual({
      ok: true,
      message: progress,
      itemsRejected: 1,
    })
    const ended = { v: 1, id: 'c1', stage: 'ended', ts, by: 'restart' }
    expect(decode('cmd/res', encode(ended))).toEqual({ ok: true, message: ended, itemsRejected: 0 })
    expect(decode('cmd/res', encode({ ...ended, by: 'server' }))).toEqual({
      ok: false,
      reason: 'not_contract',
    })
    const lines = { v: 1, id: 'c1', stage: 'done', results: [], lines: ['x'.repeat(301)] }
    expect(decode('cmd/res', encode(lines))).toEqual({ ok: false, reason: 'not_contract' })
  })

  it('links: one bad device costs itself, the store is told', () => {
    const link = { id: 'd1', sns: ['7E1D3A55'], asked: 3, answered: 2, trouble: { code: 'timeout' } }
    const store = { waiting: 3, bytes: 4096, dropped: 0 }
    const message = { v: 1, boot, ts, devices: [link], store }
    expect(decode('links', encode(message))).toEqual({ ok: true, message, itemsRejected: 0 })
    expect(decode('links', encode({ ...message, devices: [{ ...link, asked: -1 }, link] }))).toEqual({
      ok: true,
      message,
      itemsRejected: 1,
    })
  })

  it('an inventory says what a device can, and one of an old gateway says nothing of it', () => {
    const can = { switch: {}, limit: { min_pct: 0, units: ['pct'], reversion: 'gateway' } }
    const inventory = {
      v: 1,
      boot,
      rev: 1,
      devices: [
        { sn: 'A1', t: 'inverter', can },
        { sn: 'A2', t: 'inverter' },
      ],
    }
    expect(decode('inv', encode(inventory))).toEqual({ ok: true, message: inventory, itemsRejected: 0 })
  })

  it('a birth of an edge says its key and version; what an old gateway says is what it was', () => {
    const birth = { v: 1, state: 'online', boot, conn: 1, ts, proto: 1 }
    expect(decode('status', encode(birth))).toEqual({ ok: true, message: birth, itemsRejected: 0 })
    const edge = { ...birth, proto: 2, edge: { key: 'A'.repeat(43), version: '0.1.0' } }
    expect(decode('status', encode(edge))).toEqual({ ok: true, message: edge, itemsRejected: 0 })
  })
})
