import { errors } from '#domain/errors.ts'
import { expect, expectSound, inLanguage, openWorld, test } from './world.ts'
import { looks, wordsIn } from './words.ts'

for (const { language, theme } of looks) {
  const t = wordsIn(language)

  test(`whoever is not signed in meets the sign-in sheet over any route, and the page under it loads afterwards (${language}, ${theme})`, async ({
    page,
    context,
    world,
  }) => {
    await inLanguage(context, language, { theme, url: world.url })
    await page.goto(`${world.url}/h5/station-list`)
    const account = page.getByLabel(t('accounts.account'))
    const password = page.getByLabel(t('accounts.password'), { exact: true })
    const signIn = page.getByRole('button', { name: t('accounts.signIn') })
    await expect(account).toBeVisible()
    await expectSound(page)
    const installer = world.accounts.find(({ role }) => role === 'installer')
    await account.fill(installer?.account ?? '')
    await password.fill('not the password of anybody')
    await signIn.click()
    await expect(page.getByText(errors.wrong_credentials[language])).toBeVisible()
    await expect(account).toHaveValue(installer?.account ?? '')
    await expectSound(page)
    await password.fill(installer?.password ?? '')
    await signIn.click()
    await expect(page.getByText('Landshut-Scheunendach')).toBeVisible()
    await expect(account).toBeHidden()
  })

  test(`an empty installation is set up with the code that the server printed (${language}, ${theme})`, async ({
    browser,
  }) => {
    const { world, close } = await openWorld({ empty: true })
    try {
      const context = await browser.newContext()
      await inLanguage(context, language, { theme, url: world.url })
      const page = await context.newPage()
      await page.goto(`${world.url}/h5/`)
      const code = page.getByLabel(t('setUp.code'))
      const password = page.getByLabel(t('setUp.password'), { exact: true })
      const create = page.getByRole('button', { name: t('setUp.create') })
      await expect(code).toBeVisible()
      await create.click()
      await expect(page.getByText(t('accounts.required')).first()).toBeVisible()
      await expectSound(page)
      await code.fill('wrong-code')
      await page.getByLabel(t('setUp.company')).fill('Sunrise Solar')
      await page.getByLabel(t('setUp.yourName')).fill('Ada')
      await page.getByLabel(t('accounts.account')).fill('ada')
      await password.fill('a long enough password')
      await create.click()
      await expect(page.getByText(errors.wrong_setup_code[language])).toBeVisible()
      await expectSound(page)
      await code.fill(world.setupCode ?? '')
      await create.click()
      await expect(code).toBeHidden()
      const session = await context.request.get(`${world.url}/api/session`)
      expect(await session.json()).toMatchObject({ person: { name: 'Ada', roles: ['administrator'] } })
    } finally {
      await close()
    }
  })
}
