import { useTranslations } from 'use-intl'
import { browserName } from './browser-name.ts'

/** How a person recognises a browser by its user-agent header. */
export const useBrowserName = (): ((userAgent: string) => string) => {
  const t = useTranslations('mine')
  return (userAgent) => {
    const { browser, system } = browserName(userAgent)
    if (browser && system) return t('browserOn', { browser, system })
    return browser ?? system ?? (userAgent.slice(0, 40) || t('unknownBrowser'))
  }
}
