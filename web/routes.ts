import type { ComponentType } from 'react'
import type { CatalogueName } from './phrases/catalogues.ts'
import type { RouteName } from './paths.ts'

/** How a page comes: its module and the words it needs. Its file is named like its route, `…-page.tsx`. */
export type PageSource = { load: () => Promise<ComponentType>; words: readonly CatalogueName[] }
const page = (load: PageSource['load'], ...words: CatalogueName[]): PageSource => ({ load, words })

/** The pages that exist, one line each. A route without a line says so to whoever opens it. */
export const pages: Partial<Record<RouteName, PageSource>> = {
  home: page(() => import('./home/home-page.tsx').then((file) => file.HomePage), 'home'),
}
