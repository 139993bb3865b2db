import type { ToShell } from '#contract/shell/messages.ts'
import type { Language } from '#domain/errors.ts'
import { base, type AppPath } from '../../../kit/navigation/app-path.ts'
import type { RouteName } from '../../../paths.ts'
import { titles as english } from '../../phrases/en/titles.ts'
import { titles as chinese } from '../../phrases/zh_CN/titles.ts'
import { parseSearch } from '../../../kit/search.ts'

const titles = { en: english, zh_CN: chinese } satisfies Record<Language, Record<RouteName, string>>

/** Lies on its side in an upright phone; a shell may turn itself instead. */
export const orientationOf = (route: string): 'portrait' | 'landscape' =>
  route === 'fullscreen-chart' ? 'landscape' : 'portrait'

/** What a shell is told of the page that it is to open. `origin`: of this installation. */
export const moveTo = (path: AppPath, language: Language, origin: string): ToShell['nav.push'] => {
  const [place = '/home', search = ''] = path.split('?')
  const name = place.slice(1)
  return {
    name,
    params: parseSearch(search),
    url: `${origin}${base}${path}`,
    title: new Map(Object.entries(titles[language])).get(name) ?? 'Sunkeeper',
    orientation: orientationOf(name),
  }
}
