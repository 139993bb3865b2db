import { type Config, type ConfigAck, config } from '#contract/mqtt/config.ts'
import type { EdgeDevice } from '#contract/mqtt/edge-device.ts'
import { wholeMap } from '#contract/mqtt/topic-map.ts'
import * as z from 'zod/mini'
import type { Facts } from '../store/facts.ts'
import { type AddressRule, judgeAddress } from './addresses.ts'
import type { DeviceLoop } from './device-loop.ts'

const LIST = 'list'
/** Devices of a long list begin one after the other, ms. No source: chosen. */
const APART_MS = 150

/** What stands in the list and is read, and what of the settings is kept on disk. */
export type DeviceList = {
  /** Settings as they were last taken; null = none yet. */
  readonly kept: Config | null
  loops: () => readonly DeviceLoop[]
  /** Takes settings: keeps them, ends what is gone or changed and begins what is new. */
  take: (wanted: Config) => Promise<NonNullable<ConfigAck['refused']>>
  /** The reporting interval alone, as a command set it. @throws Error when the disk cannot be written */
  keepReportSeconds: (seconds: number) => void
  stop: () => Promise<void>
}

const same = (a: EdgeDevice, b: EdgeDevice): boolean => JSON.stringify(a) === JSON.stringify(b)

export const openDeviceList = (options: {
  facts: Facts
  rule: AddressRule
  make: (entry: EdgeDevice, firstAfterMs: number) => DeviceLoop
  /** Which ids are read now. */
  onList: (ids: ReadonlySet<string>) => void
}): DeviceList => {
  const { facts, rule, make, onList } = options
  const parsed = z.safeParse(config, facts.read(LIST))
  let kept = parsed.success ? parsed.data : null
  let loops: DeviceLoop[] = []

  const apply = async (devices: readonly EdgeDevice[]): Promise<NonNullable<ConfigAck['refused']>> => {
    const judged = devices.map((entry) => ({
      entry,
      refusal: judgeAddress(entry.url, entry.profile ?? null, rule, entry.map ? wholeMap(entry.map) : null),
    }))
    const wanted = judged.filter(({ refusal }) => refusal === null).map(({ entry }) => entry)
    const staying = loops.filter((loop) => wanted.some((entry) => same(entry, loop.entry)))
    const going = loops.filter((loop) => !staying.includes(loop))
    const coming = wanted.filter((entry) => !staying.some((loop) => same(entry, loop.entry)))
    loops = staying
    // One whose settings changed is ended before it begins again: most devices take one connection.
    await Promise.all(going.map((loop) => loop.stop()))
    const begun = coming.map((entry, index) => make(entry, index * APART_MS))
    loops = [...staying, ...begun]
    onList(new Set(wanted.map(({ id }) => id)))
    for (const loop of begun) loop.start()
    return judged.flatMap(({ entry, refusal }) =>
      refusal === null ? [] : [{ id: entry.id, code: refusal.code, text: refusal.text.slice(0, 300) }],
    )
  }
  // One change after the other.
  let last: Promise<unknown> = apply(kept?.devices ?? [])

  return {
    get kept() {
      return kept
    },
    loops: () => loops,
    take(wanted) {
      // Settings that say nothing of devices leave them as they are.
      const whole = { ...wanted, devices: wanted.devices ?? kept?.devices ?? [] }
      facts.write(LIST, whole)
      kept = whole
      const taken = last.then(() => apply(whole.devices))
      last = taken.catch(() => undefined)
      return taken
    },
    keepReportSeconds(seconds) {
      const next: Config = { v: 1, rev: 0, ...kept, report_s: seconds }
      facts.write(LIST, next)
      kept = next
    },
    async stop() {
      await last
      await Promise.all(loops.map((loop) => loop.stop()))
      loops = []
    },
  }
}
