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

/** Gives all screens their words; a change of language changes them in place. */
export function Words({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(words.watch, words.language)
  const messages = useSyncExternalStore(words.watch, words.messages)
  return (
    <IntlProvider
      locale={localeOf(language)}
      messages={messages}
      timeZone="UTC"
      onError={(error) => {
        if (import.meta.env.DEV) throw error
      }}
      getMessageFallback={({ key }) => key}
    >
      {children}
    </IntlProvider>
  )
}
