// An owner keeps up to date whom to call about the station, and nothing else of it.
import { makeStation } from './screens.ts'
import { expect, signInAs, test } from './world.ts'
import { longFlowIn, markOf, wordsIn } from './words.ts'

for (const { language, theme } of longFlowIn('zh_CN')) {
  const t = wordsIn(language)

  test(`an owner changes the telephone number; what somebody else saved meanwhile is shown beside it (${language}, ${theme})`, async ({
    asRole,
    browser,
    world,
  }) => {
    const page = await asRole('owner', language, theme)
    const session = await page.request.get(`${world.url}/api/session`)
    const { person } = (await session.json()) as { person: { id: string } }
    const context = await browser.newContext()
    await signInAs(context, world, 'installer')
    const installer = await context.newPage()
    const name = `Owned-${markOf({ language, theme })}`
    const { stationId } = await makeStation(installer, world, name, { ownerAccountId: person.id })

    await page.goto(`${world.url}/h5/station-detail?stationId=${stationId}&tab=information`)
    const edit = page.getByRole('button', { name: t('station.info.contact') })
    await expect(page.getByText(name).first()).toBeVisible()
    await edit.click()
    const sheet = page.getByRole('dialog', { name: t('station.info.contact') })
    const number = sheet.getByRole('textbox', { name: t('editing.phone') })
    const save = sheet.getByRole('button', { name: t('ui.save') })
    await sheet.getByRole('button', { name: t('editing.phoneCountry') }).click()
    await page.getByRole('searchbox').fill('Germany')
    await page.getByRole('option').or(page.getByRole('radio')).first().click()
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
    await context.close()
  })
}
