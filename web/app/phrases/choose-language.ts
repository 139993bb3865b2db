import { localStore } from '../../kit/local-store.ts'
import { words } from './catalogues.ts'
import { localeOf, type Language } from '../../kit/words/language.ts'

/** Switches live: words, html language and what is kept in local storage (`lang`). */
export const chooseLanguage = async (language: Language): Promise<void> => {
  await words.use(language)
  document.documentElement.lang = localeOf(language)
  // A browser that stores nothing still speaks the language until it is closed.
  localStore.write('lang', language)
}
