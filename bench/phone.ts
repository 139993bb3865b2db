import type { Browser, BrowserContext } from 'playwright'

/** Size of the screen, CSS pixels. */
export const phone = { width: 390, height: 844 }

/** A phone of somebody who is signed in, by their cookie. */
export const contextOf = async (browser: Browser, url: string, cookie: string): Promise<BrowserContext> => {
  // The probes are asked by text, which the app's policy rightly forbids to anybody else.
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 2,
    hasTouch: true,
    bypassCSP: true,
  })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  await context.addInitScript('localStorage.setItem("lang", "zh_CN")')
  return context
}
