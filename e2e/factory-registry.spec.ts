import { errors } from '#domain/errors.ts'
import { registry as english } from '#web/app/phrases/en/registry.ts'
import { registry as chinese } from '#web/app/phrases/zh_CN/registry.ts'
import { newSerial } from './hand-gateway.ts'
import { longFlowIn, wordsIn } from './words.ts'
import { expect, expectSound, test } from './world.ts'

const counted = {
  zh_CN: {
    wrong: '1 行需要更正，不会发送',
    right: '3 台网关可以导入',
    send: '导入 3 台网关',
    imported: '已导入 1 台网关',
    rest: '1 台此前已登记 · 2 行未导入',
    mend: '更正剩余的 2 行',
    sendOne: '导入 1 台网关',
  },
  en: {
    wrong: '1 line to correct; not sent',
    right: '3 gateways can be imported',
    send: 'Import 3 gateways',
    imported: '1 gateway imported',
    rest: '1 already known · 2 not imported',
    mend: 'Correct the 2 remaining lines',
    sendOne: 'Import 1 gateway',
  },
} as const

for (const { language, theme } of longFlowIn('en')) {
  const t = wordsIn(language)
  const { registry: said } = language === 'en' ? english : chinese
  const count = counted[language]

  test(`a table of gateways comes into the factory registry; what is wrong or in use is named and kept (${language}, ${theme})`, async ({
    asRole,
    world,
    context,
  }) => {
    const page = await asRole('administrator', language, theme)
    const [fresh, wrong, known, taken] = ['NR', 'WR', 'KR', 'TR'].map(newSerial)
    const head = 'serial,secret,claim_code,model'
    const there = `${known},known secret 1,KKKK-1111,EMU-2\n`
    const earlier = await page.request.post(`${world.url}/api/registry`, {
      headers: { 'idempotency-key': crypto.randomUUID() },
      data: { csv: `${head}\n${there}${taken},other secret 2,TTTT-1111,EMU-2\n` },
    })
    expect(earlier.status()).toBe(200)

    await page.goto(`${world.url}/h5/service-page`)
    await page.getByRole('link', { name: said.title }).click()
    const sheet = page.getByRole('dialog', { name: said.title })
    await expect(sheet.getByText(said.column.claim_code)).toBeVisible()
    const download = page.waitForEvent('download')
    await sheet.getByRole('button', { name: said.template }).click()
    expect((await download).suggestedFilename()).toBe(`${said.templateName}.csv`)
    await expectSound(page)

    const table = sheet.getByRole('textbox', { name: said.paste })
    await table.fill('serial,owner\nX,Y')
    await expect(sheet.getByRole('alert')).toContainText('claim_code')
    const text = `${head}\n${fresh},fresh secret 3,FFFF-1111,EMU-2\n${wrong},short,WWWW-1111,\n${there}${taken},another secret 4,TTTT-2222,\n`
    await sheet
      .locator('input[type=file]')
      .setInputFiles({ name: 'gateways.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect(sheet.getByRole('heading', { name: count.wrong })).toBeVisible()
    await expect(sheet.getByRole('heading', { name: count.right })).toBeVisible()
    await expect(sheet.getByRole('list').first()).toContainText(wrong ?? '')
    await expectSound(page)

    // Without a network nothing is lost, and nothing is sent later by itself.
    await context.setOffline(true)
    await sheet.getByRole('button', { name: count.send }).click()
    await expect(sheet.getByRole('alert')).toBeVisible()
    await expect(table).toHaveValue(text)
    await context.setOffline(false)
    await sheet.getByRole('button', { name: count.send }).click()
    await expect(sheet.getByText(count.imported)).toBeVisible()
    await expect(sheet.getByText(count.rest)).toBeVisible()
    await expect(sheet.getByRole('listitem').filter({ hasText: taken ?? '' })).toContainText(
      errors.sn_repeat[language],
    )
    await expect(sheet).not.toContainText(/secret \d/)
    await expectSound(page)

    // Closed and opened again it is still there; what is left is mended and sent.
    await page.goBack()
    await expect(sheet).toBeHidden()
    await page.getByRole('link', { name: said.title }).click()
    await sheet.getByRole('button', { name: count.mend }).click()
    await expect(table).toHaveValue(new RegExp(`${wrong},short,WWWW-1111[^]*${taken},another secret 4`))
    await table.fill(`${head}\n${wrong},no longer short,WWWW-1111,`)
    await sheet.getByRole('button', { name: count.sendOne }).click()
    await expect(sheet.getByText(said.allIn)).toBeVisible()

    await context.clearCookies()
    const other = await asRole('installer', language, theme)
    await other.goto(`${world.url}/h5/service-page`)
    await expect(other.getByRole('link', { name: t('service.addGateway') })).toBeVisible()
    await expect(other.getByRole('link', { name: said.title })).toHaveCount(0)
    await other.goto(`${world.url}/h5/service-page?tool=registry`)
    await expect(sheet.getByText(t('failure.forbidden'))).toBeVisible()
    await expect(table).toHaveCount(0)
  })
}
