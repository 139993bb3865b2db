import { expect, expectSound, inLanguage, openWorld, test } from './world.ts'

test('whoever is not signed in meets the sign-in sheet over any route, and the page under it loads afterwards', async ({
  page,
  context,
  world,
}) => {
  await inLanguage(context, 'zh_CN')
  await page.goto(`${world.url}/h5/station-list`)
  await expect(page.getByLabel('账号')).toBeVisible()
  await expectSound(page)
  const installer = world.accounts.find(({ role }) => role === 'installer')
  await page.getByLabel('账号').fill(installer?.account ?? '')
  await page.getByLabel('密码', { exact: true }).fill('not the password of anybody')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByText('账号或密码错误')).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill(installer?.password ?? '')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByText('Landshut-Scheunendach')).toBeVisible()
})

test('an empty installation is set up with the code that the server printed', async ({ browser }) => {
  const { world, close } = await openWorld({ empty: true })
  try {
    const context = await browser.newContext()
    await inLanguage(context, 'en')
    const page = await context.newPage()
    await page.goto(`${world.url}/h5/`)
    await page.getByLabel('Set-up code').fill(world.setupCode ?? '')
    await page.getByLabel('Company').fill('Sunrise Solar')
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Account').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('a long enough password')
    await expectSound(page)
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await expect(page.getByLabel('Set-up code')).toBeHidden()
    const session = await context.request.get(`${world.url}/api/session`)
    expect(await session.json()).toMatchObject({ person: { name: 'Ada', roles: ['administrator'] } })
  } finally {
    await close()
  }
})
