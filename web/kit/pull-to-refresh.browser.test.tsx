import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { PullToRefresh } from './pull-to-refresh.tsx'

componentStates('PullToRefresh', {
  usual: (
    <>
      <PullToRefresh onRefresh={async () => {}} />
      <p>What can be read anew.</p>
    </>
  ),
  empty: 'it is not seen until a finger pulls',
  loading: 'a test below pulls it',
  stale: 'it shows no figures',
  error: 'what is read anew says so in its place',
  long: 'its words are given and heard alone',
})

const touch = (type: string, y: number, on: Element = document.body): void => {
  const one = new Touch({ identifier: 1, target: on, clientX: 100, clientY: y })
  const touches = type === 'touchend' ? [] : [one]
  on.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [one] }))
}
const pull = (by: number, on?: Element): void => {
  touch('touchstart', 100, on)
  for (let y = 100; y <= 100 + by; y += 20) touch('touchmove', y, on)
  touch('touchend', 100 + by, on)
}

test('a long pull reads anew and says so until it is done', async () => {
  const reading = Promise.withResolvers<void>()
  const refresh = vi.fn<() => Promise<void>>(async () => reading.promise)
  await show(<PullToRefresh onRefresh={refresh} />)
  pull(300)
  expect(refresh).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('status')).toHaveTextContent('Refreshing')
  reading.resolve()
  await expect.element(page.getByRole('status')).toHaveTextContent('')
})

test('what fails ends too', async () => {
  await show(<PullToRefresh onRefresh={async () => Promise.reject(new Error('no network'))} />)
  pull(300)
  await expect.element(page.getByRole('status')).toHaveTextContent('')
})

test('a short pull does nothing, nor does one that begins on a chart', async () => {
  const refresh = vi.fn<() => Promise<void>>(async () => {})
  const { container } = await show(
    <>
      <PullToRefresh onRefresh={refresh} />
      <div data-no-pull>chart</div>
    </>,
  )
  pull(40)
  pull(300, container.querySelector('[data-no-pull]') ?? undefined)
  expect(refresh).not.toHaveBeenCalled()
})
