// Gateways in a process of their own: connects them, then does what each line of its input asks and answers it.
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import type { AlarmRaised } from '#contract/mqtt/alarm.ts'
import { topicOf } from '#contract/mqtt/topics.ts'
import { benchMessage, messageReadings, type OneReading, oneReading } from './messages.ts'
import { openGateway } from './open-gateway.ts'
import { inverterSn } from './seed.ts'
import { startVisits, type Visits } from './visits.ts'

export type Ask =
  | { kind: 'connect'; port: number; fleet: string; gateways: number; devices: Devices }
  /** Each gateway sends `messages` messages, `stepMs` apart by their clock from `fromTs` on, as fast as they are acknowledged. */
  | { kind: 'burst'; boot: string; messages: number; fromTs: number; stepMs: number; hist: boolean }
  /** Each gateway beyond the first `spared` sends a live message every `everyMs`, spread over it, until `stop`. */
  | { kind: 'live'; boot: string; everyMs: number; spared?: number }
  /** Inverters in turn, gateway after gateway, so many messages a second of one reading each, evenly, for so long. */
  | { kind: 'steady'; boot: string; perSecond: number; forMs: number; values: OneReading }
  /** One gateway says that its inverters are in another state. Answered when it has been acknowledged. */
  | { kind: 'state'; gateway: number; boot: string; seq: number; st: 'grid' | 'standby' }
  /** One gateway raises an alarm of its first inverter. */
  | { kind: 'alarm'; gateway: number; boot: string; seq: number; code: string }
  /** Each of so many gateways in turn comes, says all its readings, is acknowledged and goes, every `everyMs`, until `stop`. */
  | { kind: 'visits'; boot: string; gateways: number; everyMs: number; silent?: boolean }
  | { kind: 'stop' }
  | { kind: 'end' }
/** `sentAt`: when the one message was given to the connection, epoch ms; 0 for what is many. `processorMs`: of this process. */
export type Answer = {
  messages: number
  ms: number
  waitsMs: number[]
  lost: number
  sentAt: number
  processorMs: number
}
type Devices = { inverters: number; optimizers: number }

const WINDOW = 16
const TICK_MS = 10
const done: Answer = { messages: 0, ms: 0, waitsMs: [], lost: 0, sentAt: 0, processorMs: 0 }
const clients: { sn: string; client: MqttClient; n: number }[] = []
let fleet = ''
let port = 0
let visits: Visits | null = null
let devices: Devices = messageReadings
let lost = 0
const live = { timers: [] as NodeJS.Timeout[], waitsMs: [] as number[], underway: new Set<Promise<void>>() }

const connect = async (gateways: number): Promise<void> => {
  for (let n = 1; n <= gateways; n += 1) {
    const { sn, client } = await openGateway({ port, fleet }, n, 200)
    client.on('close', () => void (lost += 1))
    clients.push({ sn, client, n })
  }
}

/** Waits for the PUBACK. A broken link is made anew and the library sends again what was not acknowledged. */
const publish = (
  { client, sn }: { client: MqttClient; sn: string },
  payload: Buffer,
  channel: 'tele' | 'alarm' = 'tele',
): Promise<void> =>
  new Promise((resolve) => {
    client.publish(topicOf(sn, channel), payload, { qos: 1 }, () => resolve())
  })

const burst = async (ask: Ask & { kind: 'burst' }): Promise<Answer> => {
  // Written beforehand: what is measured is the intake, not how fast gateways write.
  const written = clients.map((one) => ({
    one,
    payloads: Array.from({ length: ask.messages }, (_, seq) =>
      Buffer.from(
        JSON.stringify(
          benchMessage(
            fleet,
            one.n,
            { boot: ask.boot, seq: seq + 1, ts: ask.fromTs + seq * ask.stepMs, hist: ask.hist },
            devices,
          ),
        ),
      ),
    ),
  }))
  const before = lost
  const began = performance.now()
  await Promise.all(
    written.map(async ({ one, payloads }) => {
      const lane = async (): Promise<void> => {
        for (let next = payloads.shift(); next !== undefined; next = payloads.shift())
          await publish(one, next)
      }
      await Promise.all(Array.from({ length: WINDOW }, lane))
    }),
  )
  const ms = performance.now() - began
  return { ...done, messages: clients.length * ask.messages, ms, lost: lost - before }
}

const sendLive = async (one: (typeof clients)[number], boot: string, seq: number): Promise<void> => {
  const sentAt = performance.now()
  const message = benchMessage(fleet, one.n, { boot, seq, ts: Date.now() }, devices)
  await publish(one, Buffer.from(JSON.stringify(message)))
  live.waitsMs.push(performance.now() - sentAt)
}

const startLive = ({ boot, everyMs, spared = 0 }: Ask & { kind: 'live' }): void => {
  for (const [index, one] of clients.slice(spared).entries()) {
    let seq = 0
    const send = (): void => {
      const sent: Promise<void> = sendLive(one, boot, (seq += 1)).finally(() => live.underway.delete(sent))
      live.underway.add(sent)
    }
    live.timers.push(
      setTimeout(
        () => {
          send()
          live.timers.push(setInterval(send, everyMs))
        },
        (index * everyMs) / clients.length,
      ),
    )
  }
}

const stopLive = async (): Promise<Answer> => {
  for (const timer of live.timers.splice(0)) clearTimeout(timer)
  await Promise.all(live.underway)
  const waitsMs = live.waitsMs.splice(0)
  return { ...done, messages: waitsMs.length, waitsMs, lost }
}

const steady = async ({ boot, perSecond, forMs, values }: Ask & { kind: 'steady' }): Promise<Answer> => {
  const [before, processorBefore, began] = [lost, process.cpuUsage(), performance.now()]
  const [waitsMs, underway] = [[] as number[], new Set<Promise<void>>()]
  const total = Math.floor((perSecond * forMs) / 1000)
  let sent = 0
  while (sent < total) {
    await pause(TICK_MS)
    const due = Math.min(total, Math.floor(((performance.now() - began) * perSecond) / 1000))
    for (; sent < due; sent += 1) {
      const one = clients[sent % clients.length]
      if (one === undefined) throw new Error('no gateway is connected')
      const turn = Math.floor(sent / clients.length)
      const sn = inverterSn(fleet, one.n, (turn % devices.inverters) + 1)
      const message = oneReading(sn, { boot, seq: turn + 1, ts: Date.now() }, values)
      const sentAt = performance.now()
      const payload = Buffer.from(JSON.stringify(message))
      const answered: Promise<void> = publish(one, payload).finally(() => {
        underway.delete(answered)
        waitsMs.push(performance.now() - sentAt)
      })
      underway.add(answered)
    }
  }
  await Promise.all(underway)
  const { user, system } = process.cpuUsage(processorBefore)
  return {
    ...done,
    messages: sent,
    ms: performance.now() - began,
    waitsMs,
    lost: lost - before,
    processorMs: (user + system) / 1000,
  }
}

/** One message of one gateway. */
const say = async (
  ask: Ask & { kind: 'state' | 'alarm' },
  channel: 'tele' | 'alarm',
  of: (ts: number) => object,
): Promise<Answer> => {
  const one = clients[ask.gateway - 1]
  if (one === undefined) throw new Error(`no gateway ${ask.gateway}`)
  const sentAt = Date.now()
  await publish(one, Buffer.from(JSON.stringify(of(sentAt))), channel)
  return { ...done, messages: 1, sentAt }
}

const alarmOf = ({ gateway, boot, seq, code }: Ask & { kind: 'alarm' }, ts: number): AlarmRaised => {
  const sn = inverterSn(fleet, gateway, 1)
  return { v: 1, boot, seq, ev: 'raise', aid: `${sn}:${code}:1`, sn, code, lvl: 'very_urgent', ts }
}

const answer = async (ask: Ask): Promise<Answer> => {
  switch (ask.kind) {
    case 'connect':
      fleet = ask.fleet
      devices = ask.devices
      port = ask.port
      await connect(ask.gateways)
      return done
    case 'burst':
      return burst(ask)
    case 'live':
      startLive(ask)
      return done
    case 'steady':
      return steady(ask)
    case 'visits':
      visits = startVisits({ ...ask, port, fleet, devices })
      return done
    case 'state':
      return say(ask, 'tele', (ts) => benchMessage(fleet, ask.gateway, { ...ask, ts }, devices))
    case 'alarm':
      return say(ask, 'alarm', (ts) => alarmOf(ask, ts))
    case 'stop':
      return visits === null ? stopLive() : { ...done, ...(await visits.stop()) }
    case 'end':
      await Promise.race([Promise.all(clients.map(({ client }) => client.endAsync(true))), pause(2000)])
      return done
  }
}

for await (const line of createInterface(process.stdin)) {
  const ask = JSON.parse(line) as Ask
  process.stdout.write(`${JSON.stringify(await answer(ask))}\n`)
  if (ask.kind === 'end') break
}
process.exit(0)
