import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { look, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Covered } from './covered.tsx'

componentStates('Covered', {
  usual: (
    <Card>
      <p style={{ paddingBlock: 20 }}>
        <Covered share={0.42} onOpen={() => {}} />
      </p>
      <p>
        <Covered share={0.42} />
      </p>
    </Card>
  ),
  empty: (
    <Card>
      <Covered share={null} />
    </Card>
  ),
  loading: 'it comes with its figure',
  stale: 'its figure looks so',
  error: 'it comes with its figure',
  long: () => <Third />,
})

/** Under the second figure of three, as at dawn in a list of stations. */
function Third() {
  return (
    <Card>
      <div style={{ display: 'grid', gridTemplateColumns: '1.25fr 1fr 1fr', gap: 12 }}>
        <span />
        <div style={{ minInlineSize: 0 }}>
          <Covered share={0.99} />
          <div>
            <Covered share={null} />
          </div>
        </div>
      </div>
    </Card>
  )
}

const linesOf = (): number[] =>
  [...document.querySelectorAll('[class*=part]')].map((one) =>
    Math.round(one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight)),
  )

test.each(['en', 'zh_CN'] as const)(
  'one line in a third of a card, more with large letters: %s',
  async (language) => {
    await show(<Third />, { language })
    expect(linesOf()).toEqual([1, 1])
    await look({ language, text: 200 })
    expect(linesOf()[0]).toBeGreaterThan(1)
  },
)

test.each([
  [0.999, 'from 99% of capacity'],
  [0, 'from 0% of capacity'],
  [null, 'share unknown'],
])('%j is told as %j', async (share, told) => {
  await show(<Covered share={share} />)
  await expect.element(page.getByText(told)).toBeVisible()
})

test.each([1, undefined])('of %j nothing is said', async (share) => {
  const { container } = await show(<Covered share={share} />)
  expect(container.textContent).toBe('')
})

test('opens what is missing', async () => {
  const opened = vi.fn<() => void>()
  await show(<Covered share={0.5} onOpen={opened} />)
  const button = page.getByRole('button', { name: 'from 50% of capacity' })
  await expect.element(button).toHaveAttribute('aria-haspopup', 'dialog')
  await userEvent.click(button)
  expect(opened).toHaveBeenCalledOnce()
})
