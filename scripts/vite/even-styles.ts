import type { Plugin } from 'vite'

/**
 * Families of declarations, in the order in which style sheets have them: what often stands together stands side by
 * side, so that gzip meets the same text again and again. Found by trying moves; a family not named here comes last.
 */
const order =
  'animation visibility content container flex opacity display grid align fill gap will color ' +
  'background box break clip mask border contain object aspect -- scrollbar min field letter ' +
  'vertical transition filter overscroll stroke accent outline font text overflow backdrop height ' +
  'isolation width list transform order padding appearance resize cursor touch z rotate margin ' +
  'scale max pointer scroll counter user size position inset translate vector'

/** What one declaration can undo of another's keeps its place to it: such properties are one family. */
const sameFamily: Readonly<Record<string, string>> = {
  place: 'align',
  justify: 'align',
  row: 'gap',
  column: 'gap',
  columns: 'gap',
  line: 'font',
  top: 'inset',
  left: 'inset',
  right: 'inset',
  bottom: 'inset',
  white: 'text',
  inline: 'width',
  block: 'height',
}
const familyOf = (declaration: string): string => {
  if (declaration.startsWith('--')) return '--'
  const [first = ''] = declaration.replace(/^-(?:webkit|moz)-/, '').split(/[-:]/)
  return sameFamily[first] ?? first
}
const places = new Map(order.split(' ').map((family, no) => [family, no]))
const placeOf = (declaration: string): number => places.get(familyOf(declaration)) ?? places.size

/** The shorter name where lines run from side to side, as they do everywhere here, from left or from right. */
const withShortNames = (css: string): string =>
  css
    .replaceAll(
      /(?<=[{;])((?:min-|max-)?)(inline|block)-size(?=:)/g,
      (_, bound: string, axis: string) => `${bound}${axis === 'inline' ? 'width' : 'height'}`,
    )
    .replaceAll(
      /(?<=[{;])(margin|padding|border)-block-(start|end)(?=[-:])/g,
      (_, of: string, end: string) => `${of}-${end === 'start' ? 'top' : 'bottom'}`,
    )
    .replaceAll(/(?<=[{;])inset-block-(start|end)(?=:)/g, (_, end: string) =>
      end === 'start' ? 'top' : 'bottom',
    )

/** Spaces that the minifier leaves, outside texts: after commas and blocks, around signs that need none. */
const tight = (css: string): string =>
  css
    .split(/("[^"]*")/)
    .map((part, no) =>
      no % 2 === 1
        ? part
        : part.replaceAll(/ (\*) (?=var\()| (\/) (?=[\d.]|var\()|(,) +|(^|[}])\s+/g, '$1$2$3$4'),
    )
    .join('')
    .trim()

/** Minified CSS with the same looks, told more evenly. A block with a text or an address in it keeps its order. */
export const evenStyle = (css: string): string =>
  withShortNames(tight(css)).replaceAll(/\{([^{}]*)\}/g, (block, inner: string) =>
    /url\(|"[^"]*;[^"]*"|'[^']*;[^']*'/.test(inner)
      ? block
      : `{${inner
          .split(';')
          .filter((one) => one.trim() !== '')
          .toSorted((a, b) => placeOf(a) - placeOf(b))
          .join(';')}}`,
  )

/** Evens the style sheets of the built app. */
export function evenStyles(): Plugin {
  return {
    name: 'even-styles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css') && typeof file.source === 'string')
            file.source = evenStyle(file.source)
      },
    },
  }
}
