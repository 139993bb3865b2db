import { useTranslations } from 'use-intl'
import type { DeviceScheme } from '#domain/edges/device-url.ts'
import type { Option } from '../../kit/select-field.tsx'
import { localeOf } from '../../kit/words/language.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { brandWords, isDeviceProfile, profilesOf } from './device-profiles.ts'

/** The name of a family of devices; of one that this app does not know, as the edge calls it. */
export const useProfileName = (): ((profile: string) => string) => {
  const t = useTranslations('profiles')
  return (profile) => (isDeviceProfile(profile) ? t(`${profile}.name`) : profile)
}

/** What a device can be read as, by its scheme: first of all whatever the edge finds out. One that is set stays. */
export const useProfileOptions = (scheme: DeviceScheme, set: string | null): Option<string>[] => {
  const t = useTranslations('edge')
  const of = useTranslations('profiles')
  const { language } = useFormat()
  const named = useProfileName()
  // A mapping is no family that a device could be told from others by.
  const known: readonly string[] = profilesOf[scheme].filter((one) => one !== 'map')
  const offered = [...new Set([...(known.length > 1 ? known : []), ...(set === null ? [] : [set])])]
  const { compare } = new Intl.Collator(localeOf(language), { numeric: true })
  return [
    { value: '', label: t('profileFound') },
    ...offered
      .map((value) => ({
        value,
        label: named(value),
        also: brandWords(value),
        ...(isDeviceProfile(value) && { hint: of(`${value}.of`) }),
      }))
      // What most devices speak stands first.
      .sort(
        (a, b) => Number(b.value === 'sunspec') - Number(a.value === 'sunspec') || compare(a.label, b.label),
      ),
  ]
}
