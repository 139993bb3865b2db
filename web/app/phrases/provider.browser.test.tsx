import { useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { words } from './catalogues.ts'
import { Words } from './provider.tsx'

const drawn = vi.fn<() => void>()

function Before() {
  useLayoutEffect(() => drawn())
  return <p>{useTranslations('ui')('retry')}</p>
}

function After() {
  return <p>{useTranslations('privacy')('title')}</p>
}

test('words that come for a page draw what uses them and nothing else; another language draws all', async () => {
  await words.use('en')
  const before = <Before />
  const shown = await render(<Words>{before}</Words>)
  await expect.element(page.getByText('Try again')).toBeVisible()
  drawn.mockClear()
  await words.need('privacy')
  await shown.rerender(
    <Words>
      {before}
      <After />
    </Words>,
  )
  await expect.element(page.getByText('Privacy')).toBeVisible()
  expect(drawn).not.toHaveBeenCalled()

  await words.use('zh_CN')
  await expect.element(page.getByText('重试')).toBeVisible()
  await expect.element(page.getByText('隐私说明')).toBeVisible()
  expect(drawn).toHaveBeenCalled()
})
