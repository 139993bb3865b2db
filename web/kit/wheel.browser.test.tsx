import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { drawn } from '#tests/components/quality.ts'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Wheel, Wheels } from './wheel.tsx'

const nothing = (): void => {}
const years = Array.from({ length: 27 }, (_, no) => String(2000 + no))
const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']

componentStates('Wheel', {
  usual: (
    <Card>
      <Wheels>
        <Wheel label="Year" items={years} index={25} onChange={nothing} />
        <Wheel label="Month" items={months} index={5} onChange={nothing} />
      </Wheels>
    </Card>
  ),
  empty: 'it always stands somewhere',
  loading: 'it needs nothing from elsewhere',
  stale: 'it needs nothing from elsewhere',
  error: 'each of its rows is right',
  long: 'it turns years, months and days',
})

const turning = (changed: (index: number) => void) => (
  <Held start={3} onSet={changed}>
    {(index, set) => (
      <Wheels>
        <Wheel label="Month" items={months} index={index} onChange={set} />
      </Wheels>
    )}
  </Held>
)

test('keys turn it, and it says where it stands', async () => {
  const changed = vi.fn<(index: number) => void>()
  await show(turning(changed))
  const wheel = page.getByRole('spinbutton', { name: 'Month' })
  await expect.element(wheel).toHaveAttribute('aria-valuetext', '04')
  wheel.element().focus()
  await userEvent.keyboard('{ArrowDown}{PageDown}{End}{ArrowDown}{Home}{ArrowUp}')
  expect(changed.mock.calls.flat()).toEqual([4, 9, 11, 11, 0, 0])
  await expect.element(wheel).toHaveAttribute('aria-valuetext', '01')
})

test('a number that is typed is turned to, in one or two digits, and none that it has not', async () => {
  const changed = vi.fn<(index: number) => void>()
  await show(turning(changed))
  const wheel = page.getByRole('spinbutton', { name: 'Month' })
  wheel.element().focus()
  await userEvent.keyboard('12')
  await expect.element(wheel).toHaveAttribute('aria-valuetext', '12')
  await userEvent.keyboard('3')
  expect(changed.mock.calls.flat()).toEqual([0, 11])
})

test('what it is scrolled to is chosen, and what is chosen stands in its middle', async () => {
  const changed = vi.fn<(index: number) => void>()
  await show(turning(changed))
  const wheel = page.getByRole('spinbutton').element()
  expect(wheel.scrollTop).toBe(3 * 44)
  wheel.scrollTop = 7 * 44
  await expect.element(page.getByRole('spinbutton')).toHaveAttribute('aria-valuetext', '08')
  expect(changed).toHaveBeenLastCalledWith(7)
})

const turnAtOnce = (box: HTMLDivElement | null): void => {
  const wheel = box?.querySelector('[role=spinbutton]')
  if (wheel) wheel.scrollTop = 7 * 44
}

test('what is turned before its size was first measured stays turned', async () => {
  await show(<div ref={turnAtOnce}>{turning(nothing)}</div>)
  await drawn()
  expect(page.getByRole('spinbutton').element().scrollTop).toBe(7 * 44)
})

test('hidden while it turns it tells nothing, and shown again it stands at what was chosen meanwhile', async () => {
  const changed = vi.fn<(index: number) => void>()
  await show(
    <Held start={3}>
      {(index, set) => (
        <>
          <div>
            <Wheel label="Month" items={months} index={index} onChange={changed} />
          </div>
          <button type="button" onClick={() => set(9)}>
            October
          </button>
        </>
      )}
    </Held>,
  )
  const wheel = page.getByRole('spinbutton').element()
  const box = wheel.parentElement
  if (!box) throw new Error('no wheel')
  // Hidden as it begins: who is loaded draws too late for what is told after 90 ms.
  const turned = new Promise<void>((done) => {
    wheel.addEventListener(
      'scroll',
      () => {
        box.style.display = 'none'
        done()
      },
      { once: true },
    )
  })
  wheel.scrollTop = 7 * 44
  await turned
  await new Promise((done) => setTimeout(done, 150))
  expect(changed).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: 'October' }))
  box.style.display = ''
  await drawn()
  await drawn()
  expect(wheel.scrollTop).toBe(9 * 44)
})
