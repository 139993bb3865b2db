import { type BrowserContext, expect, test } from '@playwright/test'
import { inLanguage, signInAs } from '../world.ts'
import type { World } from '../world-process.ts'
import { everyPage, type PageToSee } from './every-page.ts'
import { allLooks, bringChecks, wrongWith } from './looks.ts'
import { looks, wordsIn } from '../words.ts'

// `npm run prove -- quality` gives a demonstration, in which every page has something to show.
const given = process.env['QUALITY_WORLD']
if (given === undefined)
  throw new Error('QUALITY_WORLD tells the address and the accounts: npm run prove -- quality')
const world = JSON.parse(given) as World

test.use({
  // What watches the page is put into it.
  bypassCSP: true,
  contextOptions: { reducedMotion: 'reduce' },
})

const openPages = async (
  context: BrowserContext,
  { language, theme }: (typeof looks)[number],
): Promise<{ pages: PageToSee[]; wrong: (path: string) => Promise<string[]> }> => {
  await inLanguage(context, language, { theme, url: world.url })
  await bringChecks(context)
  await signInAs(context, world, 'administrator')
  const page = await context.newPage()
  const waiting = wordsIn(language)('ui.loading')
  const wrong = async (path: string): Promise<string[]> => {
    await page.goto(`${world.url}/h5/${path}`)
    await expect(page.locator('main, dialog[open]').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.getByLabel(waiting, { exact: true })).toHaveCount(0)
    return wrongWith(page, allLooks)
  }
  return { pages: await everyPage(page, world.url), wrong }
}

for (const look of looks)
  test(`every page can be used by keyboard and finger, with text twice as large, longer words and mirrored (${look.language}, ${look.theme})`, async ({
    context,
  }) => {
    const { pages, wrong } = await openPages(context, look)
    const found: Record<string, string[]> = {}
    for (const { path } of pages) {
      const name = path.replaceAll(/[0-9a-f]{8}-[-0-9a-f]+/g, '…')
      await test.step(name, async () => {
        const lines = await wrong(path)
        if (lines.length > 0) found[name] = lines
      })
    }
    console.log(`${pages.length} pages, ${Object.values(found).flat().length} findings`)
    expect(found).toEqual({})
  })
