// An owner keeps up to date whom to call about the station, and nothing else of it.
import type { BrowserContext, Page } from '@playwright/test'
import { makeStation } from './screens.ts'
import { expect, signInAs, test } from './world.ts'
import { longFlowIn, markOf, wordsIn } from './words.ts'

type Person = { id: string; company: { id: string } | null }

for (const { language, theme } of longFlowIn('zh_CN')) {
  const t = wordsIn(language)

  test(`an owner changes the telephone number; what somebody else saved meanwhile is shown beside it (${language}, ${theme})`, async ({
    asRole,
    browser,
    world,
  }) => {
    const contexts: BrowserContext[] = []
    const phoneOf = async (role: 'installer' | 'administrator'): Promise<BrowserContext> => {
      const context = await browser.newContext()
      contexts.push(context)
      await signInAs(context, world, role)
      return context
    }
    const personOf = async (phone: Page): Promise<Person> => {
      const session = await phone.request.get(`${world.url}/api/session`)
      return ((await session.json()) as { person: Person }).person
    }
    const page = await asRole('owner', language, theme)
    const installer = await (await phoneOf('installer')).newPage()
    const boss = await (await phoneOf('administrator')).newPage()
    const owner = await personOf(page)
    const name = `Owned-${markOf({ language, theme })}`
    const { stationId } = await makeStation(boss, world, name, {
      companyId: (await personOf(installer)).company?.id ?? '',
      ownerAccountId: owner.id,
    })

    await page.goto(`${world.url}/h5/station-detail?stationId=${stationId}&tab=information`)
    const edit = page.getByRole('button', { name: t('station.info.contact') })
    await expect(page.getByText(name).first()).toBeVisible()
    await edit.click()
    const sheet = page.getByRole('dialog', { name: t('station.info.contact') })
    const number = sheet.getByRole('textbox', { name: t('editing.phone') })
    const save = sheet.getByRole('button', { name: t('ui.save') })
    await sheet.getByRole('button', { name: t('editing.phoneCountry') }).click()
    await page.getByRole('searchbox').fill('Germany')
    await page.getByText(/\+49$/).click()
    await number.fill('12')
    await save.click()
    await expect(number).toHaveAttribute('aria-invalid', 'true')
    await number.fill('0871 991234')

    const url = `${world.url}/api/stations/${stationId}/contact`
    const theirs = { ownerName: 'Gu', phoneCountry: 'CN', phone: '13800138000' }
    const put = await installer.request.put(url, { data: theirs, headers: { 'if-match': '"1"' } })
    expect(put.status(), await put.text()).toBe(200)
    await save.click()
    await expect(sheet.getByText('+86 13800138000')).toBeVisible()
    await expect(number).toHaveValue('0871 991234')
    await save.click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('link', { name: '+49 0871 991234' })).toBeVisible()

    // Who may change the whole station does it there.
    await installer.goto(`${world.url}/h5/station-detail?stationId=${stationId}&tab=information`)
    await expect(installer.getByRole('link', { name: '+49 0871 991234' })).toBeVisible()
    await expect(installer.getByRole('button', { name: t('station.info.contact') })).toHaveCount(0)
    for (const context of contexts) await context.close()
  })
}
