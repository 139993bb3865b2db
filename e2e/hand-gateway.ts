// A gateway of a person's own making, on the real wire.
import { randomBytes } from 'node:crypto'
import type { CommandRequest, CommandResponse } from '#contract/mqtt/command.ts'
import { type LooseLink, openLooseLink } from '#tests/loose-link.ts'
import { expect } from './world.ts'
import type { World } from './world-process.ts'

export const newSerial = (letters: string): string =>
  `${letters}${randomBytes(5).toString('hex').toUpperCase()}1`

/** The devices behind it, one of each kind. */
export const behind = (sn: string) => ({
  inverter: `INV${sn}`,
  optimizer: `OPT${sn}`,
  shutdown: `SHD${sn}`,
})

type HandGateway = {
  /** One report of all of them, of this moment or so long ago; `optimizerW` W from the optimizer. */
  report: (agoMs?: number, optimizerW?: number) => Promise<void>
  /** Raises an alarm of a device behind it. */
  raise: (sn: string, code: string, instance: string, lvl?: 'emergent' | 'important') => Promise<void>
  /** Anything, also what no gateway may say. */
  say: LooseLink['publish']
  /** What became of an order. */
  answer: (response: CommandResponse) => Promise<void>
  /** The line is cut: the broker tells by the last will. */
  cut: () => void
  close: () => Promise<void>
}

/** Connects, and says what is behind it; `all` are three devices, otherwise the inverter alone. */
export const connectGateway = async (
  world: World,
  sn: string,
  secret: string,
  { all = false, onOrder }: { all?: boolean; onOrder?: (order: CommandRequest) => void } = {},
): Promise<HandGateway> => {
  const boot = randomBytes(8).toString('hex')
  const open = async (): Promise<LooseLink> =>
    openLooseLink({
      url: `mqtt://127.0.0.1:${world.mqttPort}`,
      sn,
      secret,
      will: { v: 1, state: 'offline', boot, conn: 1, reason: 'lwt' },
      listensTo: ['cmd/req'],
      onMessage: (_, payload) => onOrder?.(JSON.parse(Buffer.from(payload).toString()) as CommandRequest),
      onClose: () => {},
    })
  // A busy server sends gateways away for a moment; they come back, as real ones do.
  const links: LooseLink[] = []
  await expect(async () => {
    links.push(await open())
  }).toPass()
  const [link] = links
  if (!link) throw new Error('no line')
  const said = { v: 1, boot }
  const birth = { state: 'online', conn: 1, ts: Date.now(), sn, model: 'EMU-2', report_s: 300 }
  await link.publish('status', { ...said, ...birth, net: { mode: '4g', csq: 5 } })
  const { inverter, optimizer, shutdown } = behind(sn)
  const place = { parent: inverter, string: 1 }
  const devices = [
    { sn: inverter, t: 'inverter', brand: 'SMA', model: 'SB5.0-1AV-41', rated_w: 5000 },
    { sn: optimizer, t: 'optimizer', ...place, pos: 1, rated_w: 440 },
    { sn: shutdown, t: 'shutdown', ...place, pos: 1 },
  ]
  await link.publish('inv', { ...said, rev: 1, devices: all ? devices : devices.slice(0, 1) })
  let seq = 0
  return {
    report: async (agoMs = 0, optimizerW = 310) => {
      const ts = Date.now() - agoMs
      seq += 1
      const readings = [
        { sn: inverter, st: 'grid', m: { p: 3210, e_tot: 1_000_000 + seq, f: 50, u: [231], i: [13.9] } },
        { sn: optimizer, st: 'normal', m: { p: optimizerW, u_in: 38.2, i_in: 8.1, u_out: 39, i_out: 7.9 } },
        { sn: shutdown, st: 'normal', m: { u_in: 38.2, u_out: 38.1, closed: true, keepalive: true } },
      ]
      const d = readings.slice(0, all ? 3 : 1).map((one) => ({ ...one, ts }))
      await link.publish('tele', { ...said, seq, ts, hist: false, d })
    },
    raise: async (device, code, instance, lvl = 'important') => {
      seq += 1
      const event = { ev: 'raise', aid: `${device}:${code}:${instance}`, sn: device, code, lvl }
      await link.publish('alarm', { ...said, seq, ...event, ts: Date.now(), ctx: { u_in: 12.4 } })
    },
    say: async (channel, message) => {
      seq += 1
      await link.publish(channel, { ...said, seq, ts: Date.now(), ...message })
    },
    answer: (response) => link.publish('cmd/res', response),
    cut: () => link.cut(),
    close: async () => link.close(),
  }
}
