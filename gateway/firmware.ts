import {
  decodeFirmwareChunk,
  type FirmwareOffer,
  firmwareChunkBytes,
  type FirmwareGet,
  firmwareOrder,
  type FirmwareProgress,
  firmwareWindow,
} from '#contract/mqtt/firmware.ts'
import { distributionMs, transferMs } from '#domain/upgrades/estimate.ts'
import type { SigningKey } from '#domain/upgrades/signing-keys.ts'
import { readMessage } from './checked-json.ts'
import { type Flash, type Pending, remember, running, swap, writeOther } from './flash.ts'
import { type OwnDevice, refusalOf, sha256Of } from './firmware-trust.ts'

/** The current is gone: whoever stood at that step has to start anew from what the flash holds. */
export class PowerCut extends Error {
  override name = 'PowerCut'
}

/** How a gateway, or a device behind it, misbehaves. */
export interface OtaBehaviour {
  /** Says that all is done and does nothing. */
  readonly lies?: boolean
  /** Does not hear offers. */
  readonly deaf?: boolean
  /** Devices that cannot be written, with the reason they give. */
  readonly failing?: ReadonlyMap<string, string>
  /** Chunks are lost by these numbers, each the first time it comes. */
  readonly loses?: ReadonlySet<number>
}

export interface OtaOptions {
  readonly sn: string
  readonly flash: Flash
  /** Itself and what is behind it, as built: versions come from the flash. */
  readonly devices: () => readonly Omit<OwnDevice, 'sequence'>[]
  readonly keys: readonly SigningKey[]
  readonly clockFactor: number
  /** The gateway's own clock for stamps and expiry, epoch ms. */
  readonly clock: () => number
  readonly publish: (channel: 'ota/get' | 'ota/progress', message: FirmwareGet | FirmwareProgress) => void
  /** Devices have started from a new image: their versions are to be told; its own needs a new boot. */
  readonly installed: (sns: readonly string[]) => void
  readonly behaviour?: () => OtaBehaviour
  /** Called at each step at which the current may go; throws PowerCut when it does. */
  readonly step?: (name: string) => void
}

/** Asking again when nothing came, ms of the gateway's own time. */
const ASK_AGAIN_MS = 10_000
/**
 * What was asked for has this long to come before it is asked for again, ms by the caller's clock: a server does not
 * answer faster because the gateway's own time runs faster, and questions must not heap up with it.
 */
const ANSWER_MS = 1_000
/** Nodes in one progress message, so that it stays below 64 KB. */
const NODES_AT_ONCE = 200
const PROGRESS_STEPS = 25

/**
 * The firmware side of one gateway: checks what it is offered, fetches it chunk by chunk at the pace of a real link,
 * writes it to its nodes at the pace of theirs, and starts from it in a single step. `tick` does what is due.
 */
export function firmwareDesk(options: OtaOptions) {
  const { sn, flash, clockFactor, clock, publish } = options
  const step = options.step ?? (() => {})
  const behaviour = (): OtaBehaviour => options.behaviour?.() ?? {}
  /** When the next window is asked for, by the caller's clock. */
  let askAt = 0
  /** The window that is on its way: up to which chunk, asked for when. */
  let asked: { until: number; at: number } | null = null
  let workedAt: number | null = null
  let told = -1
  const lost = new Set<number>()
  const chunkMs = (bytes: number): number => transferMs(bytes) / clockFactor

  const own = (): OwnDevice[] =>
    options.devices().map((device) => {
      const { version, sequence } = running(flash, device.sn, device.version)
      return { ...device, version, sequence }
    })

  const say = (pending: Pending, phase: FirmwareProgress['phase'], about: Partial<FirmwareProgress> = {}) => {
    const base = { v: 1 as const, job: pending.offer.job, phase, ts: clock() }
    const { nodes, ...rest } = about
    if (!nodes || nodes.length === 0) return publish('ota/progress', { ...base, ...rest })
    for (let at = 0; at < nodes.length; at += NODES_AT_ONCE)
      publish('ota/progress', { ...base, ...rest, nodes: nodes.slice(at, at + NODES_AT_ONCE) })
  }

  const end = (job: string, phase: 'done' | 'failed' | 'cancelled', code?: string): void => {
    const progress = { v: 1 as const, job, phase, ts: clock(), ...(code ? { code } : {}) }
    flash.pending = null
    remember(flash, progress)
    publish('ota/progress', progress)
  }

  const begin = (offer: FirmwareOffer, now: number): void => {
    const refusal = refusalOf(offer, own(), options.keys, clock())
    if (refusal !== null) return end(offer.job, 'failed', refusal)
    flash.pending = {
      offer,
      data: new Uint8Array(offer.manifest.size),
      have: Array.from({ length: offer.n }, () => false),
      phase: 'receiving',
      spentMs: 0,
    }
    lost.clear()
    askAt = now
    asked = null
    workedAt = null
  }

  const onOrder = (payload: Uint8Array, now: number): void => {
    if (behaviour().deaf) return
    const order = readMessage(firmwareOrder, payload)
    if (!order) return
    const { pending } = flash
    if ('cancel' in order) {
      // What is being written is finished.
      if (pending?.offer.job === order.job && pending.phase === 'receiving') end(order.job, 'cancelled')
      return
    }
    const over = flash.over.get(order.job)
    if (over) return publish('ota/progress', { ...over, ts: clock() })
    if (pending?.offer.job === order.job) {
      askAt = Math.min(askAt, now)
      asked = null
      told = -1
      return
    }
    if (pending && pending.phase !== 'receiving') {
      return publish('ota/progress', { v: 1, job: order.job, phase: 'failed', code: 'busy', ts: clock() })
    }
    begin(order, now)
  }

  /** Chunks that fit nowhere, or are not what their sum says, are as if they had not come. */
  const onChunk = (job: string, n: number, payload: Uint8Array): void => {
    const { pending } = flash
    if (pending?.offer.job !== job || pending.phase !== 'receiving' || n >= pending.have.length) return
    if (behaviour().loses?.has(n) && !lost.has(n)) return void lost.add(n)
    const data = decodeFirmwareChunk(payload)
    const at = n * firmwareChunkBytes
    if (data?.length !== Math.min(firmwareChunkBytes, pending.data.length - at)) return
    step(`chunk ${n}`)
    pending.data.set(data, at)
    pending.have[n] = true
  }

  const receive = (pending: Pending, now: number): void => {
    if (now < askAt) return
    const { size, sha256 } = pending.offer.manifest
    const from = pending.have.indexOf(false)
    if (from >= 0) {
      if (asked !== null && from < asked.until && now - asked.at < ANSWER_MS) return
      const next = pending.have.indexOf(true, from)
      const until = next === -1 ? pending.have.length : next
      const count = Math.min(firmwareWindow, until - from)
      const bytes = Math.min(count * firmwareChunkBytes, size - from * firmwareChunkBytes)
      // From when it was due, so that a slow turn does not add up.
      const due = now - askAt > ASK_AGAIN_MS / clockFactor ? now : askAt
      askAt = due + Math.max(chunkMs(bytes), 1)
      asked = { until: from + count, at: now }
      return publish('ota/get', { v: 1, job: pending.offer.job, from, count })
    }
    step('received')
    if (sha256Of(pending.data) !== sha256) return end(pending.offer.job, 'failed', 'bad_hash')
    pending.phase = 'distributing'
    workedAt = askAt
    told = -1
  }

  const nodesNow = (pending: Pending, pct: number): NonNullable<FirmwareProgress['nodes']> => {
    const failing = behaviour().failing
    return pending.offer.targets.map((target) => {
      const code = failing?.get(target)
      const before = own().find((device) => device.sn === target)?.version
      return code === undefined
        ? { sn: target, phase: 'writing' as const, pct, ...(before ? { before } : {}) }
        : { sn: target, phase: 'failed' as const, code }
    })
  }

  /** Writes to all nodes beside each other, then lets each start from it in one step. */
  const distribute = (pending: Pending, now: number): void => {
    const { manifest, mode, targets, job } = pending.offer
    const wholeMs = distributionMs(manifest.component, manifest.size, mode)
    pending.spentMs += Math.max(0, now - (workedAt ?? now)) * clockFactor
    workedAt = now
    const share = wholeMs === 0 ? 1 : Math.min(1, pending.spentMs / wholeMs)
    const at = Math.floor(share * PROGRESS_STEPS)
    if (at > told) {
      told = at
      say(pending, 'distributing', {
        bytes: manifest.size,
        nodes: nodesNow(pending, Math.floor(share * 100)),
      })
    }
    const factory = new Map(options.devices().map((device) => [device.sn, device.version]))
    const { failing, lies } = behaviour()
    const worked = targets.filter((target) => !failing?.has(target))
    const written = Math.floor(share * manifest.size)
    for (const target of worked) {
      step(`write ${target}`)
      writeOther(flash, target, factory.get(target) ?? '', {
        version: manifest.version,
        sequence: manifest.seq,
        size: manifest.size,
        written,
      })
    }
    if (share < 1) return
    say(pending, 'verifying', {
      nodes: worked.map((target) => ({ sn: target, phase: 'updated', after: manifest.version })),
    })
    for (const target of worked) {
      if (lies) continue
      step(`before swap ${target}`)
      swap(flash, target)
      step(`after swap ${target}`)
    }
    if (worked.length === 0) end(job, 'failed', failing?.get(targets[0] ?? '') ?? 'write_failed')
    else end(job, 'done')
    if (!lies) options.installed(worked)
  }

  return {
    onOrder,
    onChunk,
    /** The release a device runs now. */
    versionOf: (target: string, factoryVersion: string): string =>
      running(flash, target, factoryVersion).version,
    get job(): string | null {
      return flash.pending?.offer.job ?? null
    },
    /** `connected`: nothing is asked for without a link, and writing goes on all the same. */
    tick(now: number, connected: boolean): void {
      const { pending } = flash
      if (!pending) return
      if (pending.phase === 'receiving') {
        if (connected) receive(pending, now)
      } else distribute(pending, now)
    },
    /** A new connection, or power again: it goes on where it was. */
    resume(now: number): void {
      askAt = now
      asked = null
      told = -1
      workedAt = workedAt ?? now
    },
    sn,
  }
}
