import type { Channel } from './topics.ts'

const boot = '9f3c61d07ab2e415'
const ts = 1_755_600_300_000

/** One message of each kind, as it goes over the wire. Shown in the documentation; proven against the schemas. */
export const examples: Record<Exclude<Channel, 'ota/data'>, readonly object[]> = {
  status: [
    {
      v: 1,
      state: 'online',
      boot,
      conn: 3,
      ts,
      sn: 'GW2408A00017',
      model: 'EMU-2',
      sw: '2.1.7',
      net: { mode: '4g', csq: 21 },
      report_s: 300,
      queue: 0,
    },
    { v: 1, state: 'offline', boot, conn: 3, reason: 'lwt' },
  ],
  inv: [
    {
      v: 1,
      boot,
      rev: 5,
      devices: [
        { sn: 'SE17K7E1DBB39', t: 'inverter', brand: 'SolarEdge', model: 'SE17K', rated_w: 17_000, mppt: 2 },
        { sn: '4-9A57A2L', t: 'optimizer', parent: 'SE17K7E1DBB39', string: 1, pos: 7, sw: '1.0.9' },
      ],
    },
  ],
  tele: [
    {
      v: 1,
      boot,
      seq: 1042,
      ts,
      hist: false,
      d: [
        {
          sn: 'SE17K7E1DBB39',
          ts: ts - 1000,
          st: 'grid',
          raw: { St: 4 },
          m: { p: 865, f: 49.98, u: [230.1, 229.8, 230.4], t: 38.9, e_tot: 43_934_840 },
        },
        { sn: '121012345678', st: 'normal', m: { u_in: 31.2, closed: true, keepalive: true } },
      ],
    },
  ],
  alarm: [
    {
      v: 1,
      boot,
      seq: 88,
      ev: 'raise',
      aid: 'SE17K7E1DBB39:2062:1',
      sn: 'SE17K7E1DBB39',
      code: '2062',
      lvl: 'emergent',
      ts,
      ctx: { riso_kohm: 38 },
    },
    { v: 1, boot, seq: 93, ev: 'clear', aid: 'SE17K7E1DBB39:2062:1', ts: ts + 3_600_000 },
    { v: 1, boot, seq: 2, ev: 'sync', active: ['SE17K7E1DBB39:2062:1'] },
  ],
  cfg: [{ v: 1, rev: 4, report_s: 300 }],
  'cfg/ack': [{ v: 1, rev: 4, ok: true, report_s: 300 }],
  'cmd/req': [
    { v: 1, id: 'c-01J8Z', op: 'switch', targets: ['121012345678'], args: { on: false }, exp: ts + 120_000 },
  ],
  'cmd/res': [
    { v: 1, id: 'c-01J8Z', stage: 'accepted', ts },
    {
      v: 1,
      id: 'c-01J8Z',
      stage: 'done',
      ts,
      results: [{ sn: '121012345678', ok: true, after: { closed: false } }],
    },
    { v: 1, id: 'c-01J8Z', stage: 'rejected', code: 'expired' },
  ],
  'ota/offer': [
    {
      v: 1,
      job: 'u-77',
      manifest: {
        vendor: 'Tigo',
        component: 'optimizer',
        model: 'OPT-A',
        version: '1.0.10',
        seq: 10,
        size: 186_420,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        expires: 1_755_690_000_000,
        key: 'k1',
      },
      sig: 'A'.repeat(86),
      chunk: 4096,
      n: 46,
      mode: 'fast',
      targets: ['4-9A57A2L'],
    },
    { v: 1, job: 'u-77', cancel: true },
  ],
  'ota/get': [{ v: 1, job: 'u-77', from: 0, count: 8 }],
  'ota/progress': [
    {
      v: 1,
      job: 'u-77',
      phase: 'distributing',
      bytes: 186_420,
      nodes: [{ sn: '4-9A57A2L', phase: 'writing', pct: 40, before: '1.0.9' }],
      ts,
    },
  ],
}
