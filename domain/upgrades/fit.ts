import { isInRange } from './hardware-range.ts'
import type { BlockReason } from './reasons.ts'
import { type Level, levels } from './upgrade-states.ts'

/** An image as its manifest describes it. */
export type FitImage = {
  id: string
  level: Level
  vendor: string
  model: string
  hw: { min: string; max: string } | null
  version: string
  sequence: number
  bytes: number
}

/** A device as it is known. Empty text = not known; `sequence` null = nobody knows which release it runs. */
export type FitDevice = {
  id: string
  sn: string
  level: Level
  vendor: string
  model: string
  hw: string
  version: string
  sequence: number | null
}

export type Verdict =
  | { fits: true; image: FitImage }
  | { fits: false; reason: Extract<BlockReason, `wrong_${string}` | 'older_sequence' | 'up_to_date'> }

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Which image is for a device. Its model has to be known and to be the image's; a vendor or hardware version that is
 * known has to agree too (one that is not is left to the gateway, which knows both). Nothing older than what it has.
 */
export const judgeDevice = (images: readonly FitImage[], device: FitDevice): Verdict => {
  const ofLevel = images.filter((image) => image.level === device.level)
  const ofModel = ofLevel.filter((image) => device.model !== '' && same(image.model, device.model))
  if (ofModel.length === 0) return { fits: false, reason: 'wrong_model' }
  const ofVendor = ofModel.filter((image) => device.vendor === '' || same(image.vendor, device.vendor))
  if (ofVendor.length === 0) return { fits: false, reason: 'wrong_vendor' }
  const [image] = ofVendor
    .filter(({ hw }) => hw === null || device.hw === '' || isInRange(device.hw, hw))
    .toSorted((a, b) => b.sequence - a.sequence)
  if (!image) return { fits: false, reason: 'wrong_hardware' }
  if (device.sequence !== null && image.sequence < device.sequence)
    return { fits: false, reason: 'older_sequence' }
  if (image.version === device.version && (device.sequence === null || image.sequence === device.sequence))
    return { fits: false, reason: 'up_to_date' }
  return { fits: true, image }
}

export type PlannedNode = { device: FitDevice; image: FitImage }
export type LevelPlan = {
  level: Level
  devices: number
  current: number
  nodes: readonly PlannedNode[]
}
export type Block = { reason: BlockReason; devices: readonly FitDevice[] }
export type GatewayPlan = {
  /** Levels that the package has something for, in the order they are upgraded. */
  levels: readonly LevelPlan[]
  nodes: readonly PlannedNode[]
  /** Images to be sent, in the order they are sent. */
  images: readonly FitImage[]
  blocks: readonly Block[]
}

/**
 * What a package does to a gateway (itself first in `devices`) and all behind it, and what stands in the way. Devices
 * of another make are passed over as long as something is left; one that runs a newer release stops it all.
 */
export const planGateway = (
  images: readonly FitImage[],
  devices: readonly FitDevice[],
  state: { online: boolean; upgrading: boolean; daylight: boolean },
): GatewayPlan => {
  const plans: LevelPlan[] = []
  const refused = new Map<BlockReason, FitDevice[]>()
  for (const level of levels) {
    if (!images.some((image) => image.level === level)) continue
    const ofLevel = devices.filter((device) => device.level === level)
    const nodes: PlannedNode[] = []
    let current = 0
    for (const device of ofLevel) {
      const verdict = judgeDevice(images, device)
      if (verdict.fits) nodes.push({ device, image: verdict.image })
      else {
        if (verdict.reason === 'up_to_date') current += 1
        refused.set(verdict.reason, [...(refused.get(verdict.reason) ?? []), device])
      }
    }
    plans.push({ level, devices: ofLevel.length, current, nodes })
  }
  const nodes = plans.flatMap((plan) => plan.nodes)
  const sent = new Set(nodes.map(({ image }) => image.id))
  const blocks: Block[] = []
  if (!state.online) blocks.push({ reason: 'offline', devices: [] })
  if (state.upgrading) blocks.push({ reason: 'upgrading', devices: [] })
  const older = refused.get('older_sequence')
  if (older) blocks.push({ reason: 'older_sequence', devices: older })
  else if (nodes.length === 0) blocks.push(whyNothing(refused))
  if (!state.daylight && nodes.some(({ device }) => device.level !== 'gateway'))
    blocks.push({ reason: 'no_daylight', devices: [] })
  return {
    levels: plans,
    nodes,
    images: levels.flatMap((level) => images.filter((image) => image.level === level && sent.has(image.id))),
    blocks,
  }
}

/** With nothing to upgrade, the reason that says most. */
const whyNothing = (refused: ReadonlyMap<BlockReason, readonly FitDevice[]>): Block => {
  for (const reason of ['up_to_date', 'wrong_hardware', 'wrong_vendor'] as const) {
    const devices = refused.get(reason)
    if (devices) return { reason, devices }
  }
  return { reason: 'wrong_model', devices: refused.get('wrong_model') ?? [] }
}
