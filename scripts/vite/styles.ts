import type { CSSOptions } from 'vite'

/** How style sheets are read: in the build, in development and in the tests of components. */
export const styles: CSSOptions = {
  transformer: 'lightningcss',
  // The name of a container is one for all sheets: the frame gives it, what stands in a pane asks it.
  lightningcss: { cssModules: { pattern: '[hash]_[local]', container: false } },
}
