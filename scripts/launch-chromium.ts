import { type Browser, chromium } from 'playwright'
import { chromiumArguments, findChromium } from './prepare-tests.ts'

/** A Chromium of this machine, or Playwright's own, as pictures, proofs and benchmarks use it. */
export const launchChromium = async (): Promise<Browser> => {
  const executablePath = findChromium()
  return chromium.launch({ args: chromiumArguments, ...(executablePath !== null && { executablePath }) })
}
