import type { FirmwareOffer, FirmwareProgress } from '#contract/mqtt/firmware.ts'

/** A whole or partly written image in one half of a device's program memory. */
export interface Slot {
  version: string
  sequence: number
  size: number
  /** Bytes written so far; only a slot with all of them can be started. */
  written: number
}

/** What is on its way. Outlives a loss of power, chunk by chunk. */
export interface Pending {
  readonly offer: FirmwareOffer
  readonly data: Uint8Array
  readonly have: boolean[]
  phase: 'receiving' | 'distributing' | 'verifying'
  /** Time that writing to the nodes has taken, ms of the gateway's own clock. */
  spentMs: number
}

/**
 * What a gateway and the devices behind it remember without power. Each device has two halves: one that it starts
 * from, one that is written; which is which changes in a single step.
 */
export interface Flash {
  readonly slots: Map<string, { active: Slot; other: Slot | null }>
  pending: Pending | null
  /** The last word on jobs that are over: told again when one is offered again. */
  readonly over: Map<string, FirmwareProgress>
}

export const newFlash = (): Flash => ({ slots: new Map(), pending: null, over: new Map() })

/** The release a device starts with before anything was upgraded. */
const FACTORY_SEQUENCE = 1

/** What a device runs: always one whole image. */
export function running(flash: Flash, sn: string, factoryVersion: string): Slot {
  return (
    flash.slots.get(sn)?.active ?? {
      version: factoryVersion,
      sequence: FACTORY_SEQUENCE,
      size: 1,
      written: 1,
    }
  )
}

/** Writes an image into the half that is not in use, from `written` bytes on. */
export function writeOther(flash: Flash, sn: string, factoryVersion: string, image: Slot): void {
  flash.slots.set(sn, { active: running(flash, sn, factoryVersion), other: { ...image } })
}

/** The single step: from now on it starts from the other half. False when that is not whole. */
export function swap(flash: Flash, sn: string): boolean {
  const slots = flash.slots.get(sn)
  if (!slots?.other || slots.other.written !== slots.other.size) return false
  flash.slots.set(sn, { active: slots.other, other: null })
  return true
}

const OVER_KEPT = 16

export function remember(flash: Flash, progress: FirmwareProgress): void {
  flash.over.delete(progress.job)
  flash.over.set(progress.job, progress)
  for (const job of [...flash.over.keys()].slice(0, -OVER_KEPT)) flash.over.delete(job)
}
