import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, signedIn } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { TabBar } from './tab-bar.tsx'

test.each(['light', 'dark'] as const)('nothing shows through the tabs (%s)', async (theme) => {
  await show(
    <Answering answers={{}}>
      <TabBar here="home" />
    </Answering>,
    { theme },
  )
  const { backgroundColor } = getComputedStyle(page.getByRole('navigation').element())
  // A colour that lets something through names how much of it.
  expect(backgroundColor).toMatch(/^rgb\(\d+, \d+, \d+\)$/)
})

test.each([3, 42, 120])(
  'the count of what is unread stands whole within the narrowest screen with the largest letters (%i)',
  async (unread) => {
    await page.viewport(320, 640)
    const answers = { ...signedIn([]), 'GET /api/messages/unread': { unread } }
    await show(
      <Answering answers={answers}>
        <TabBar here="home" />
      </Answering>,
      { text: 200, whole: true },
    )
    const badge = page.getByText(unread > 99 ? '99+' : String(unread), { exact: true })
    await expect.element(badge).toBeVisible()
    const element = badge.element()
    const [{ left, right, top, height }, bar] = [
      element.getBoundingClientRect(),
      page.getByRole('navigation').element().getBoundingClientRect(),
    ]
    expect(left).toBeGreaterThan(240)
    expect(right).toBeLessThanOrEqual(320)
    expect(top).toBeGreaterThanOrEqual(bar.top)
    // As high as its letters.
    expect(height).toBeGreaterThanOrEqual(Number.parseFloat(getComputedStyle(element).fontSize))
    await page.viewport(375, 812)
  },
)
