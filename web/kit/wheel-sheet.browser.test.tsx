import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Wheel, Wheels } from './wheel.tsx'
import { WheelSheet } from './wheel-sheet.tsx'

const nothing = (): void => {}
const letters = ['A', 'B', 'C']
const at = (index: number): string => letters[index] ?? ''

componentStates('WheelSheet', {
  usual: (
    <WheelSheet open title="From" value="B" onDone={nothing} onClose={nothing}>
      {({ shown, turn }) => (
        <Wheels>
          <Wheel
            label="Letter"
            items={letters}
            index={letters.indexOf(shown)}
            onChange={(index) => turn(at(index))}
          />
        </Wheels>
      )}
    </WheelSheet>
  ),
  empty: 'its wheels always stand somewhere',
  loading: 'it needs nothing from elsewhere',
  stale: 'it needs nothing from elsewhere',
  error: 'what its wheels offer is right',
  long: ({ name, text }) => (
    <WheelSheet open title={name} value={text} onDone={nothing} onClose={nothing}>
      {({ shown, turn }) => (
        <Wheels>
          <Wheel label={name} items={[text]} index={0} onChange={() => turn(shown)} />
        </Wheels>
      )}
    </WheelSheet>
  ),
})

test('what was turned to is forgotten when the sheet is left, and given when it is done', async () => {
  const done = vi.fn<(value: string) => void>()
  const closed = vi.fn<() => void>()
  await show(
    <WheelSheet open title="From" value="B" onDone={done} onClose={closed}>
      {({ shown, turn }) => (
        <button type="button" onClick={() => turn('C')}>
          {shown}
        </button>
      )}
    </WheelSheet>,
  )
  await page.getByRole('button', { name: 'B' }).click()
  await userEvent.keyboard('{Escape}')
  expect(done).not.toHaveBeenCalled()
  expect(closed).toHaveBeenCalledTimes(1)
  // The test leaves the sheet open: its wheels stand at its value again.
  await page.getByRole('button', { name: 'B' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  expect(done).toHaveBeenCalledExactlyOnceWith('C')
})
