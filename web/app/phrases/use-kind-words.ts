import type { DeviceKind } from '#domain/devices/kinds.ts'
import { useTranslations } from 'use-intl'

/** The words of kinds of devices. */
export const useKindWords = () => {
  const t = useTranslations('kinds')
  return {
    /** One of them, by its full name. */
    one: (kind: DeviceKind): string => t(`${kind}.one`),
    /** One of them where there is little room or kinds stand side by side. */
    short: (kind: DeviceKind): string => t(`${kind}.short`),
    /** All of them. */
    many: (kind: DeviceKind): string => t(`${kind}.many`),
    /** All of them, within a sentence. */
    within: (kind: DeviceKind): string => t(`${kind}.within`),
    /** So many of them. */
    count: (kind: DeviceKind, count: number): string => t(`${kind}.count`, { count }),
  }
}
