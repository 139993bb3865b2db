import { expect, it } from 'vitest'
import { primaryTokens } from './primary.ts'

const channel = (hex: string, at: number): number => {
  const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const luminance = (given: string): number => {
  const hex = given === '#fff' ? '#ffffff' : given
  return 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = { light: ['#f4f5f8', '#fff'], dark: ['#0c0f15', '#171b23'] }

it('whatever colour a shell has, words in it and on it can be read', () => {
  for (const primary of ['#165eff', '#ffff00', '#000000', '#ffffff', '#0a7d4f', '#ff7f50', '#808080'])
    for (const theme of ['light', 'dark'] as const) {
      const on = grounds[theme]
      const made = primaryTokens(primary, { dark: theme === 'dark', grounds: on })
      const seen = (name: string): string => made[name] ?? ''
      const pairs = [
        ...on.map((ground) => [seen('--primary'), ground] as const),
        ['#ffffff', seen('--primary-fill')] as const,
        ['#ffffff', seen('--primary-press')] as const,
        [seen('--on-primary-soft'), seen('--primary-soft')] as const,
      ]
      for (const [ink, ground] of pairs)
        expect([primary, theme, ink, ground, contrast(ink, ground) >= 4.5]).toEqual([
          primary,
          theme,
          ink,
          ground,
          true,
        ])
    }
})

it('one that can be read is taken as it is', () => {
  expect(primaryTokens('#0a6d4f', { dark: false, grounds: grounds.light })).toMatchObject({
    '--primary': '#0a6d4f',
    '--primary-fill': '#0a6d4f',
  })
})
