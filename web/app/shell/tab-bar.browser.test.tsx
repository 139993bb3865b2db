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
    // The icon is still seen beside it.
    const icon = element.parentElement?.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect()
    expect(icon.left).toBeGreaterThanOrEqual(240)
    expect(left - icon.left).toBeGreaterThanOrEqual(icon.width * 0.65)
    await page.viewport(375, 812)
  },
)

const middleOf = (one: Element | null): number => {
  const { left, width } = one?.getBoundingClientRect() ?? new DOMRect()
  return left + width / 2
}

test.each([0, 3, 120])(
  'letters of the usual size leave the icons in the middle of their tabs (%i)',
  async (unread) => {
    const answers = { ...signedIn([]), 'GET /api/messages/unread': { unread } }
    await show(
      <Answering answers={answers}>
        <TabBar here="home" />
      </Answering>,
      { whole: true },
    )
    const tabs = page.getByRole('link')
    await expect
      .poll(() => tabs.elements().map((tab) => tab.querySelector('b')?.textContent ?? ''))
      .toEqual(['', '', '', unread > 99 ? '99+' : unread > 0 ? String(unread) : ''])
    for (const tab of tabs.elements())
      expect(middleOf(tab.querySelector('svg'))).toBeCloseTo(middleOf(tab), 0)
  },
)
