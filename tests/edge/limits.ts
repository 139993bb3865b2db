import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tailOf } from '#domain/commands/control-limits.ts'
import { becomeCustomer, firstAdministrator } from '../acceptance/customer.ts'
import { startVictim, until } from '../acceptance/victim.ts'
import { freePort } from '../free-port.ts'
import { startMosquitto } from '../mosquitto.ts'
import { readThere, stationForEdge, sunnyPlace } from './edge-at-station.ts'
import { startEdge } from './edge-program.ts'
import { type Counted, type Happened, type How, serveInverters } from './inverters.ts'

const PATIENCE_MS = 300_000
/** A limit cannot be shorter. */
const LIMIT_S = 60
const LIMIT_PCT = 40
/** Between two rounds: several limits hold at a time. */
const APART_MS = 8_000

const victims = ['edge', 'server', 'broker'] as const
type Killed = (typeof victims)[number]
type Word = 'person' | 'device' | 'gateway' | 'restart' | 'server' | 'never'

/** A limit, as the ledger and as its inverter tell it. */
export type LimitStory = {
  round: number
  sn: string
  how: How
  reversion: string
  word: Word | null
  /** What the inverter did: its timer, a write, a new start. */
  why: Happened['why'] | null
  /** Free after the end that was shown, ms; below 0 = before. null = it was never limited, or is not free. */
  lateMs: number | null
  /** The ledger's end after the inverter's, ms. */
  apartMs: number | null
  /** The device was limited for so long, ms. */
  forMs: number | null
  /** The edge was dead when the time was over. */
  edgeDead: boolean
  /** The outcome of the order. */
  outcome: string | null
  code: string | null
}

export type LimitFigures = {
  rounds: number
  kills: Record<Killed, number>
  stories: LimitStory[]
  /** Limited in the end. */
  left: number
  bad: Counted['bad']
  writes: number
}

/** How inverters of the rounds end a limit, and those that lie, once each. */
const odd: readonly How[] = ['nothing', 'other', 'late', 'restarts']

/**
 * Limits of a minute are given through a true server and a broker of its own to inverters that write down what happens to
 * them; edge, server and broker are killed in the middle. The last edge to be killed stays dead over the end of its limits.
 */
export const limitRounds = async (
  rounds: number,
  folder: string,
  say: (line: string) => void = () => {},
): Promise<LimitFigures> => {
  const { zone, place } = sunnyPlace(Date.now())
  const dataDir = join(folder, 'server')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o711)
  const ofRounds = Array.from({ length: rounds }, (): How[] => ['well', 'no-timer']).flat()
  const inverters = await serveInverters([...ofRounds, ...odd], { log: join(folder, 'inverters.log'), zone })
  const broker = await startMosquitto({ security: true })
  const victim = await startVictim(dataDir, broker.url, {
    PORT: String(await freePort()),
    CONTROL_PER_HOUR: '2000',
    CONTROL_SECOND_DEVICES: '2000',
    CONTROL_SECOND_KW: '100000',
  }).catch(async (error: unknown) => {
    await broker.remove()
    throw error
  })
  const edgeFolder = join(folder, 'edge')
  let edge: ReturnType<typeof startEdge> | null = null
  const dead: { from: number; until: number }[] = []
  try {
    const customer = await becomeCustomer(() => victim.said().url, victim.said().setupCode ?? '')
    const station = await stationForEdge(customer, place)
    edge = startEdge(edgeFolder, ['--server', victim.said().url, '--code', station.code])
    const list = inverters.list.map(({ url }) => ({ url, intervalS: 5 }))
    const gatewayId = await readThere(customer, station, list)
    await inverters.tell({ power: 9_000 })
    const path = `/api/stations/${station.stationId}`
    const devices = async () => {
      await pause(300)
      return (await customer.ask('GET /api/stations/{stationId}/devices', `${path}/devices`)).devices
    }
    await until('all inverters are known', PATIENCE_MS, async () => {
      const known = (await devices()).filter(({ kind, state }) => kind === 'inverter' && state !== null)
      return known.length === inverters.list.length
    })
    const known = await devices()
    const idOf = new Map(known.map(({ sn, id }) => [sn, id]))
    const gatewaySn = known.find(({ id }) => id === gatewayId)?.sn ?? ''
    const asked = new Map<string, { round: number; controlId: string }>()
    const limit = async (round: number, sns: readonly string[]): Promise<void> => {
      const deviceIds = sns.map((sn) => idOf.get(sn) ?? '')
      let controlId = ''
      await until('the limit is asked for', PATIENCE_MS, async () => {
        await pause(200)
        try {
          const { password } = firstAdministrator
          await customer.ask('POST /api/session/confirm', '/api/session/confirm', { password })
          const { control } = await customer.ask(
            'POST /api/stations/{stationId}/control',
            `${path}/control`,
            {
              act: { op: 'limit', pct: LIMIT_PCT, for_s: LIMIT_S },
              deviceIds,
              tail: tailOf(sns.length === 1 ? (sns[0] ?? '') : gatewaySn),
            },
          )
          controlId = control.id
          return true
        } catch {
          // It was killed a moment ago.
          return false
        }
      })
      for (const sn of sns) asked.set(sn, { round, controlId })
    }
    const onlines = (): number => (edge?.said() ?? '').split(' online').length
    const kills: Record<Killed, number> = { edge: 0, server: 0, broker: 0 }
    const kill = async (which: Killed, deadMs: number): Promise<void> => {
      kills[which] += 1
      const from = Date.now()
      if (which === 'edge') {
        await edge?.kill()
        await pause(deadMs)
        edge = startEdge(edgeFolder)
        dead.push({ from, until: Date.now() })
        // What is sent while nobody listens comes to "no answer" and is not sent again: the next limit waits.
        await until('the edge is back', PATIENCE_MS, () => onlines() > 1)
      } else if (which === 'server') {
        await victim.killServer()
        await pause(deadMs)
        await victim.start()
        await until('ready again', PATIENCE_MS, () => victim.ready())
      } else {
        const before = onlines()
        await broker.kill()
        await pause(deadMs)
        await broker.start()
        await until('the edge is back', PATIENCE_MS, () => onlines() > before)
      }
    }
    const confirmed = async (sns: readonly string[]): Promise<boolean> => {
      await pause(300)
      const { inForce } = await customer.ask('GET /api/stations/{stationId}/limits', `${path}/limits`)
      return sns.every((sn) => inForce.some((one) => one.sn === sn && one.setAt !== null))
    }
    const rest = inverters.list.slice(rounds * 2).map(({ sn }) => sn)
    await limit(0, rest)
    const isLimited = (sn: string) => inverters.happened().some((one) => one.sn === sn && one.k === 'limited')
    for (let round = 1; round <= rounds; round += 1) {
      const own = inverters.list.slice(round * 2 - 2, round * 2).map(({ sn }) => sn)
      await limit(round, own)
      await until('the limits are set', PATIENCE_MS, async () => {
        await pause(200)
        return own.every(isLimited)
      })
      // In each fifth round whoever is killed has just been told, and nobody knows whether it was done.
      if (round % 5 !== 0) await until('the ledger has them', PATIENCE_MS, () => confirmed(own))
      await pause(round % 5 === 0 ? 0 : Math.random() * APART_MS)
      const which = victims[round % victims.length] ?? 'edge'
      if (round < rounds) await kill(which, Math.random() * 3_000)
      say(`round ${round}/${rounds}: ${round < rounds ? which : 'the edge, over the end'} killed`)
    }
    await until('the last is in the ledger', PATIENCE_MS, () =>
      confirmed(inverters.list.slice(rounds * 2 - 2, rounds * 2).map(({ sn }) => sn)),
    )
    await kill('edge', (LIMIT_S + 10) * 1_000)
    const free = () => {
      const state = new Map<string, boolean>()
      for (const { sn, k } of inverters.happened()) {
        if (k === 'limited') state.set(sn, true)
        if (k === 'free') state.set(sn, false)
      }
      return [...state.values()].filter(Boolean).length
    }
    await until('all are free', PATIENCE_MS, async () => {
      await pause(500)
      return free() === 0
    }).catch(() => undefined)
    const limitsNow = () => customer.ask('GET /api/stations/{stationId}/limits', `${path}/limits`)
    // A word that died with the broker is said again when the server lifts what it still believes in, five minutes later.
    await until('the ledger knows', 2 * PATIENCE_MS, async () => {
      await pause(500)
      return (await limitsNow()).inForce.length === 0
    }).catch(() => undefined)
    const happened = inverters.happened()
    const stories: LimitStory[] = []
    for (const { sn, how } of inverters.list) {
      const one = asked.get(sn)
      if (one === undefined) continue
      const { control } = await customer.ask('GET /api/control/{controlId}', `/api/control/${one.controlId}`)
      const row = control.devices.find(({ deviceId }) => deviceId === idOf.get(sn))
      const end = row?.limit ?? null
      const freed = happened.findLast((event) => event.sn === sn && event.k === 'free')
      const set = happened.findLast((event) => event.sn === sn && event.k === 'limited')
      stories.push({
        round: one.round,
        sn,
        how,
        reversion: end?.reversion ?? '',
        word: end?.endedBy ?? null,
        why: freed?.why ?? null,
        lateMs: freed === undefined || end === null ? null : Math.round(freed.t - end.endsAt),
        forMs: freed === undefined || set === undefined ? null : Math.round(freed.t - set.t),
        apartMs: freed === undefined || end?.endedAt == null ? null : Math.round(end.endedAt - freed.t),
        edgeDead:
          end !== null && dead.some(({ from, until: to }) => from <= end.endsAt && end.endsAt <= to + 8_000),
        outcome: row?.outcome ?? null,
        code: row?.code ?? null,
      })
    }
    const counted = await inverters.sum()
    return { rounds, kills, stories, left: free(), bad: counted.bad, writes: counted.writes }
  } finally {
    await edge?.kill()
    inverters.stop()
    await victim.stop()
    await broker.remove()
  }
}
