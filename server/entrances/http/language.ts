import type { Language } from '#domain/errors.ts'

/** The first language of Accept-Language, by weight, that we speak; null when it names none (`*`, or nothing at all). */
export const wishedLanguage = (header: string | undefined): Language | null => {
  const wishes = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';')
      const weight = rest.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find((one) => one !== undefined)
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const known = wishes.find(({ tag }) => /^(?:zh|en)\b/.test(tag))
  return known === undefined ? null : known.tag.startsWith('en') ? 'en' : 'zh_CN'
}

/** What somebody reads who names no language that we speak: the installation's, and English beside it. */
export const languagesFor = (header: string | undefined, own: Language): readonly Language[] => {
  const wished = wishedLanguage(header)
  return wished !== null ? [wished] : own === 'en' ? ['en'] : [own, 'en']
}
