import type { HeatColours } from './paint.ts'

const names = {
  surface: '--surface',
  text: '--text-2',
  zero: '--control-line',
  stale: '--offline-mark',
  shutdown: '--fault-mark',
  never: '--unknown-mark',
  empty: '--line-strong',
  chosen: '--text',
  marked: '--text',
  font: '--font',
} as const

/** 0 to 1, as the eye weighs a colour (WCAG 2.2). */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The theme's colours; the ink over each tone is the one of two that stands out more. */
export const heatColours = (element: Element): HeatColours => {
  const style = getComputedStyle(element)
  const read = (name: string): string => style.getPropertyValue(name).trim()
  const tones = [1, 2, 3, 4, 5, 6, 7, 8].map((no) => read(`--heat-${no}`))
  const [dark, light] = [read('--heat-ink-dark'), read('--heat-ink-light')]
  const entries = Object.entries(names).map(([name, token]) => [name, read(token)])
  return {
    ...(Object.fromEntries(entries) as Record<keyof typeof names, string>),
    tones,
    inks: tones.map((tone) => (luminance(tone) > 0.179 ? dark : light)),
  }
}
