import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../web/kit/tokens.css'), 'utf8')
const block = (selector: string): Map<string, string> => {
  const body = css.split(`${selector} {`)[1]?.split('\n}')[0] ?? ''
  return new Map([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1] ?? '', m[2] ?? '']))
}
const themes = { light: block(':root'), dark: block("[data-theme='dark']") }

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const states = ['producing', 'standby', 'curtailed', 'fault', 'offline', 'unknown', 'switched_off']
const levels = ['very-urgent', 'emergent', 'important', 'prompt']
const grounds = ['bg', 'surface', 'fill']
const text: [string, string][] = [
  ...['text', 'text-2', 'text-3'].flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ...['primary', 'danger'].flatMap((ink) => ['bg', 'surface'].map((g): [string, string] => [ink, g])),
  ['on-primary', 'primary-fill'],
  ['on-danger', 'danger-fill'],
  ['on-primary-soft', 'primary-soft'],
  ['danger', 'danger-soft'],
  ['on-toast', 'toast'],
  ['chart-axis', 'surface'],
  ...[...states, ...levels].flatMap((name): [string, string][] => [
    [name, `${name}-soft`],
    [name, 'surface'],
  ]),
]
/** Marks and lines that carry meaning: 3:1 against what they stand on (WCAG 1.4.11). */
const marks: [string, string][] = [
  ...states.map((name): [string, string] => [`${name}-mark`, 'surface']),
  ...[1, 2, 3, 4, 5, 6].map((no): [string, string] => [`chart-${no}`, 'surface']),
  ['control-line', 'surface'],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((no): [string, string] => [`heat-${no}`, 'surface']),
]

describe.each(Object.entries(themes))('%s theme', (_, tokens) => {
  const ratio = ([ink, ground]: [string, string]): number => {
    const [a, b] = [tokens.get(ink), tokens.get(ground)]
    if (!a || !b) throw new Error(`token missing: ${ink} or ${ground}`)
    return contrast(a, b)
  }
  it.each(text)('text %s on %s has at least 4.5:1', (ink, ground) => {
    expect(ratio([ink, ground])).toBeGreaterThanOrEqual(4.5)
  })
  it.each(marks)('mark %s on %s has at least 3:1', (ink, ground) => {
    expect(ratio([ink, ground])).toBeGreaterThanOrEqual(3)
  })
})

describe('gaps, paddings and margins', () => {
  const web = join(import.meta.dirname, '../web')
  const sheets = globSync('**/*.css', { cwd: web }).filter((file) => !file.endsWith('kit/tokens.css'))
  const lengths = /(?<![\w-])(?:(?:row-|column-)?gap|(?:scroll-)?(?:padding|margin)(?:-[a-z]+)*)\s*:[^;{}]+;/g
  /** 1 px is a hairline, points and millimetres are paper, and a negative margin goes by the size of what it pulls back. */
  const literal = /(?<![\w.-])(?:[2-9]|\d{2,})(?:\.\d+)?px|\* var\(--u\)/

  it.each(sheets)('are tokens in %s', (file) => {
    const found = [...readFileSync(join(web, file), 'utf8').matchAll(lengths)]
    expect(found.map(([all]) => all).filter((all) => literal.test(all))).toEqual([])
  })
})
