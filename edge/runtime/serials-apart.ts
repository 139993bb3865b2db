import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import { brandKey, maySame } from '#domain/devices/identity.ts'
import { counter } from './counter.ts'

/** What decides whether a serial is a device's own on the wire: it says none of another's brand. */
type Said = { t: InventoryDevice['t']; sn: string | null; brand: string | null }
type Known = { entry: string; sn: string; says?: string; device: Pick<InventoryDevice, 't' | 'brand'> }

/**
 * The wire names devices by serial alone. Where two behind this edge say the same, of two makers or both at one address,
 * the second gets a made serial, and keeps it also when the first is gone. The same brand and serial at another address
 * is the same device, and no matter of this. Gives the serial on the wire of each.
 */
export const serialsApart = (
  entry: string,
  said: readonly Said[],
  known: readonly Known[],
  made: (place: string) => string,
): (string | null)[] => {
  const used = new Set<string>()
  const countOf = counter()
  return said.map(({ t, sn, brand }) => {
    if (sn === null) return null
    const count = countOf(sn) + 1
    const plain = known.find((one) => one.sn === sn)
    const before = known.find(
      (one) => one.entry === entry && one.says === sn && one.device.t === t && !used.has(one.sn),
    )
    const isOthers =
      plain !== undefined &&
      plain.entry !== entry &&
      !maySame(brandKey(plain.device.brand ?? ''), brandKey(brand ?? ''))
    const isFree = !used.has(sn) && !isOthers
    const goesOn = before !== undefined && (plain === undefined || plain.device.t !== t || !isFree)
    const own = goesOn ? before.sn : isFree ? sn : made(`${t} ${sn} ${count}`)
    used.add(own)
    return own
  })
}
