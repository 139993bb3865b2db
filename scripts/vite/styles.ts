import type { CSSOptions } from 'vite'

/** How style sheets are read: in the build, in development and in the tests of components. */
export const styles: CSSOptions = {
  transformer: 'lightningcss',
  lightningcss: { cssModules: { pattern: '[hash]_[local]' } },
}
