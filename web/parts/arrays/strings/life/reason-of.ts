import type { StringMeans } from '#domain/telemetry/string-source.ts'
import type { StringLife } from './string-words.ts'

/** Measured in another way than others that could be compared: both, to be said; null = that is not why. */
export const reasonOf = (
  { by, share }: Pick<StringLife, 'by' | 'share'>,
  all: readonly Pick<StringLife, 'by' | 'share'>[],
): { by: StringMeans; others: StringMeans } | null => {
  const others = all.find((one) => one.by !== null && one.by !== by && one.share !== null)?.by
  return by === null || share !== null || others == null ? null : { by, others }
}
