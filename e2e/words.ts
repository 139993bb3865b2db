import { createTranslator } from 'use-intl/core'
import { catalogueNames, type Messages, words } from '#web/app/phrases/catalogues.ts'
import type { Language } from './world.ts'

type Look = { language: Language; theme: 'light' | 'dark' }

/** Whether this is the long form: every test in every language and theme. */
export const everyLook = process.env['E2E_LOOKS'] === 'all'

/** Both languages, each with the theme that its pages are looked at in; all four in the long form. */
export const looks: readonly Look[] = [
  { language: 'zh_CN', theme: 'light' },
  { language: 'en', theme: 'dark' },
  ...(everyLook
    ? ([
        { language: 'zh_CN', theme: 'dark' },
        { language: 'en', theme: 'light' },
      ] as const)
    : []),
]

/** For flows that take long: in `npm test` one language, which differs from flow to flow; all looks in the long form. */
export const longFlowIn = (one: Language): readonly Look[] =>
  everyLook ? looks : looks.filter(({ language }) => language === one)

/** The same for flows whose theme is of no account. */
export const longFlowInLanguage = (one: Language): readonly Language[] =>
  everyLook ? ['zh_CN', 'en'] : [one]

/** One letter or figure for each look, so that what a test makes is not what the same test made in another one. */
export const markOf = ({ language, theme }: Look): string =>
  ({ en: { dark: 'E', light: 'F' }, zh_CN: { light: 'Z', dark: 'Y' } })[language][theme]

const messagesIn = async (language: Language): Promise<Messages> => {
  await words.use(language)
  await words.need(...catalogueNames)
  // All of them are wanted, so none is missing.
  return words.messages() as Messages
}

const onError = (error: Error): never => {
  throw error
}
const translators = {
  en: createTranslator({ locale: 'en', messages: await messagesIn('en'), onError }),
  zh_CN: createTranslator({ locale: 'zh-CN', messages: await messagesIn('zh_CN'), onError }),
}

/** The app's own words in a language: `wordsIn('en')('ui.retry')`. */
export const wordsIn = (language: Language): (typeof translators)['en'] => translators[language]

/** A text of the app with anything in the place of one argument, to look for in a page. */
export const around = (written: string, mark = 'ARGUMENT'): RegExp =>
  new RegExp(
    written
      .split(mark)
      .map((part) =>
        part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s/g, String.raw`\s`),
      )
      .join('.+'),
  )
