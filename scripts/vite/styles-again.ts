import type { Plugin } from 'vite'

/** Where Vite's loader of a part's style sheets takes one that failed for one that is there, and what it does instead. */
const changes: readonly (readonly [RegExp, string])[] = [
  [/seen\[href\] = void 0;(\s*throw err)/, 'delete seen[href];$1'],
  [/(if \(e\.type === "error"\)) (rej\()/, '$1 link.remove(), $2'],
]

/**
 * A style sheet that did not come through is asked for again with the next try; without this the part comes then, and
 * stands there without its styles.
 * @throws when Vite's loader has become another: then this has to be looked at.
 */
export function stylesAgain(): Plugin {
  return {
    name: 'styles-again',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!id.endsWith('vite/preload-helper.js')) return null
      return changes.reduce((text, [from, to]) => {
        if (!from.test(text)) throw new Error(`Vite's preload helper has no ${from} any more`)
        return text.replace(from, to)
      }, code)
    },
  }
}
