import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'

/**
 * Devices that were exchanged on site: the new one hangs where the old one hung, under its own serial and with a
 * counter that starts at 0.
 */
export interface Exchanges {
  /** `counterWh`: what the old one had counted at the exchange; null when it has no counter. */
  exchange(old: string, replacement: string, counterWh: number | null): void
  /** The serial that hangs there now. */
  present(sn: string): string
  /** The serial that the station was built with, for what hangs there now. */
  original(sn: string): string
  inventory(built: readonly InventoryDevice[]): InventoryDevice[]
  readings(built: readonly TelemetryItem[]): TelemetryItem[]
}

export function exchangeList(): Exchanges {
  const nowOf = new Map<string, { sn: string; fromWh: number }>()
  const present = (sn: string): string => nowOf.get(sn)?.sn ?? sn
  const original = (sn: string): string => {
    for (const [built, now] of nowOf) if (now.sn === sn) return built
    return sn
  }
  return {
    exchange(old, replacement, counterWh) {
      const built = original(old)
      const before = nowOf.get(built)?.fromWh ?? 0
      nowOf.set(built, { sn: replacement, fromWh: before + (counterWh ?? 0) })
    },
    present,
    original,
    inventory: (built) =>
      nowOf.size === 0
        ? [...built]
        : built.map((device) => ({
            ...device,
            sn: present(device.sn),
            ...(device.parent ? { parent: present(device.parent) } : {}),
          })),
    readings: (built) =>
      nowOf.size === 0
        ? [...built]
        : built.map((item) => {
            const now = nowOf.get(item.sn)
            if (!now) return item
            const counted = item.m.e_tot
            const m =
              typeof counted === 'number' ? { ...item.m, e_tot: Math.max(0, counted - now.fromWh) } : item.m
            return { ...item, sn: now.sn, m }
          }),
  }
}
