import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MissedPart } from '#web/app/failure/missed-part.tsx'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { missed } from './lazy.ts'
import { lazyPart } from './lazy-part.tsx'
import { SkeletonCard } from './skeleton.tsx'

const before = missed.Part
missed.Part = MissedPart

function Greeting({ to }: { to: string }) {
  return <p>Good morning, {to}.</p>
}
const never = async (): Promise<never> => new Promise(() => {})
const failing = async (): Promise<never> => Promise.reject(new Error('module script failed'))

const Here = lazyPart(async () => Greeting)
const Coming = lazyPart<{ to: string }>(never, <SkeletonCard />)
const Missing = lazyPart<{ to: string }>(failing)

componentStates('lazyPart', {
  usual: <Here to="Lena" />,
  empty: 'what comes shows whether there is something',
  loading: <Coming to="Lena" />,
  stale: 'code does not grow old under a page',
  error: <Missing to="Lena" />,
  long: ({ text }) => <Here to={text} />,
})

test('what did not come says so in its place, and comes by a press', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>(failing)
  const Part = lazyPart(load)
  await show(<Part to="Lena" />)
  await expect.element(page.getByRole('alert')).toBeVisible()
  load.mockResolvedValue(Greeting)
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText('Good morning, Lena.')).toBeVisible()
})

test('it comes by itself when the network does, and be it at the moment that its place says so', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return failing()
  })
  const Part = lazyPart(load)
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('[role=alert]')) return
    watcher.disconnect()
    load.mockResolvedValue(Greeting)
    window.dispatchEvent(new Event('online'))
  })
  watcher.observe(document, { subtree: true, childList: true })
  await show(<Part to="Lena" />)
  await expect.element(page.getByText('Good morning, Lena.')).toBeVisible()
})

test('what was fetched ahead is there at once', async () => {
  onTestFinished(() => {
    missed.Part = before
  })
  const Part = lazyPart(async () => Greeting, <p>Please wait</p>)
  await Part.prepare()
  expect(Part.isHere()).toBe(true)
  const { container } = await show(<Part to="Lena" />)
  expect(container.textContent).toBe('Good morning, Lena.')
})
