import { useTranslations } from 'use-intl'
import type { DeviceScheme } from '#domain/edges/device-url.ts'
import type { Option } from '../../kit/select-field.tsx'

/** Names of the kinds of devices that an edge can be told to read something as; brands are the same in each language. */
const names: Readonly<Record<string, string>> = {
  sunspec: 'SunSpec',
}

export const profileName = (profile: string): string => names[profile] ?? profile

/** What a device can be read as, by its scheme: first of all whatever the edge finds out. One that is set stays. */
export const useProfileOptions = (scheme: DeviceScheme, set: string | null): Option<string>[] => {
  const t = useTranslations('edge')
  const known = scheme === 'modbus-tcp' || scheme === 'modbus-rtu' || scheme === 'rtu-over-tcp'
  const offered = [...new Set([...(known ? Object.keys(names) : []), ...(set === null ? [] : [set])])]
  return [
    { value: '', label: t('profileFound') },
    ...offered.map((value) => ({ value, label: profileName(value) })),
  ]
}
