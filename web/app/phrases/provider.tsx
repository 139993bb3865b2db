import { useSyncExternalStore, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { words, type Messages } from './catalogues.ts'
import { localeOf } from '../../kit/words/language.ts'

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en' | 'zh-CN'
    Messages: Messages
  }
}

// The same one each time: another would draw everything anew.
const refuse = (error: Error): void => {
  if (import.meta.env.DEV) throw error
}

/** Gives all screens their words; a change of language changes them in place. */
export function Words({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(words.watch, words.language)
  const messages = useSyncExternalStore(words.watch, words.messages)
  return (
    <IntlProvider locale={localeOf(language)} messages={messages} timeZone="UTC" onError={refuse}>
      {children}
    </IntlProvider>
  )
}
