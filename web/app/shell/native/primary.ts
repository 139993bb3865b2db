// The colour of a shell in place of the app's own: as near to it as can be read.
type Colour = readonly [red: number, green: number, blue: number]

const black: Colour = [0, 0, 0]
const white: Colour = [255, 255, 255]
/** WCAG 2.2, 1.4.3. */
const READABLE = 4.5

const parse = (hex: string): Colour => {
  // A style sheet that was made small says #fff.
  const whole = hex.length === 4 ? hex.replaceAll(/[0-9a-f]/gi, '$&$&') : hex
  const part = (at: number): number => Number.parseInt(whole.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}
const write = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance, WCAG 2.2. */
const luminance = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: Colour, other: Colour): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
const mix = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]
/** Moved towards black or white, no further than it takes to be read on all of them. */
const readableOn = (grounds: readonly Colour[], colour: Colour, towards: Colour): Colour => {
  for (let step = 0; step < 20; step += 1) {
    // As it is written: rounding must not take it below.
    const moved = parse(write(mix(colour, towards, step / 20)))
    if (grounds.every((ground) => contrast(moved, ground) >= READABLE)) return moved
  }
  return towards
}

/** Values of the tokens that are made of the primary colour. Colours as `#rrggbb` or `#rgb`; `grounds` are what text stands on. */
export const primaryTokens = (
  primary: string,
  { dark, grounds }: { dark: boolean; grounds: readonly string[] },
): Record<string, string> => {
  const own = parse(primary)
  const under = grounds.map(parse)
  const away = dark ? white : black
  const fill = readableOn([white], own, black)
  const soft = mix(own, under[0] ?? white, dark ? 0.8 : 0.9)
  return {
    '--primary': write(readableOn(under, own, away)),
    '--primary-fill': write(fill),
    '--primary-press': write(mix(fill, black, 0.2)),
    '--primary-soft': write(soft),
    '--on-primary-soft': write(readableOn([parse(write(soft))], own, away)),
  }
}
