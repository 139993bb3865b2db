import type { UpgradableKind } from '#domain/devices/kinds.ts'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'

/** The name of a level of an upgrade: the one gateway, or all behind it that are of a kind. */
export const useLevelWord = (): ((level: UpgradableKind) => string) => {
  const words = useKindWords()
  return (level) => (level === 'gateway' ? words.short(level) : words.many(level))
}
