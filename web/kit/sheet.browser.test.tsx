import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Button } from './button.tsx'
import { Sheet } from './sheet.tsx'
import { TextField } from './text-field.tsx'

const nothing = (): void => {}

componentStates('Sheet', {
  usual: (
    <Sheet open onClose={nothing} title="Rename" done={{ onPress: nothing }}>
      <TextField label="Name" defaultValue="North roof" />
    </Sheet>
  ),
  empty: 'it opens with what it is for',
  loading: 'what stands in it waits in its place',
  stale: 'what stands in it looks so',
  error: 'what stands in it says so',
  long: ({ name, text, word }) => (
    <Sheet open onClose={nothing} title={name} done={{ label: word, onPress: nothing }}>
      <p style={{ padding: 16 }}>{text.repeat(12)}</p>
      <TextField label={name} help={text} />
    </Sheet>
  ),
  more: {
    'with nothing to do but close': (
      <Sheet open onClose={nothing} title="Help">
        <p style={{ padding: 16 }}>It is so.</p>
      </Sheet>
    ),
    'not ready': (
      <Sheet open onClose={nothing} title="Rename" done={{ onPress: nothing, disabled: true }}>
        <TextField label="Name" />
      </Sheet>
    ),
    'of full height': (
      <Sheet open onClose={nothing} title="Rename" size="full" done={{ onPress: nothing }}>
        <TextField label="Name" />
      </Sheet>
    ),
    'like a page': (
      <Sheet open onClose={nothing} title="Rename" size="cover">
        <TextField label="Name" />
      </Sheet>
    ),
    'that stays': (
      <Sheet open title="Please wait">
        <p style={{ padding: 16 }}>It goes on by itself.</p>
      </Sheet>
    ),
  },
})

const closable = (closed: () => void, done?: () => void) => (
  <Held start={false}>
    {(open, set) => (
      <>
        <Button onClick={() => set(true)}>Open</Button>
        <Sheet
          open={open}
          title="Rename"
          onClose={() => {
            closed()
            set(false)
          }}
          {...(done && { done: { onPress: done } })}
        >
          <TextField label="Name" />
        </Sheet>
      </>
    )}
  </Held>
)
const dialog = page.getByRole('dialog', { name: 'Rename' })

const opened = async (closed: () => void): Promise<void> => {
  await show(closable(closed))
  await userEvent.click(page.getByRole('button', { name: 'Open' }))
  await expect.element(dialog).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible()
}

const ways: Record<string, () => Promise<void>> = {
  'its button': async () => userEvent.click(page.getByRole('button', { name: 'Close' })),
  Escape: async () => userEvent.keyboard('{Escape}'),
  'a press beside it': async () => userEvent.click(dialog, { position: { x: 100, y: -40 }, force: true }),
}

test.each(Object.keys(ways))('is closed by %s, and the focus returns to what opened it', async (way) => {
  const closed = vi.fn<() => void>()
  await opened(closed)
  await ways[way]?.()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(closed).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
})

const drag = (by: number): void => {
  const grip = page.getByRole('heading', { name: 'Rename' }).element().parentElement?.parentElement
  const at = (type: string, y: number) =>
    grip?.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: 180, clientY: y, isPrimary: true }),
    )
  if (grip) grip.setPointerCapture = nothing
  at('pointerdown', 500)
  at('pointermove', 500 + by)
  at('pointerup', 500 + by)
}

test('is drawn down by its head, and goes back from a small pull upwards', async () => {
  const closed = vi.fn<() => void>()
  await opened(closed)
  drag(-60)
  expect(closed).not.toHaveBeenCalled()
  drag(120)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(closed).toHaveBeenCalledOnce()
})

test('holds the focus and the page under it while it is open', async () => {
  await opened(nothing)
  expect(document.documentElement.dataset['modal']).toBe('')
  for (let no = 0; no < 6; no += 1) {
    await userEvent.tab()
    const at = document.activeElement
    expect(at === document.body || dialog.element().contains(at)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(document.documentElement.dataset['modal']).toBeUndefined()
})

test('one that must stay does, whatever is pressed', async () => {
  await show(
    <Sheet open title="Rename">
      <p>It goes on by itself.</p>
    </Sheet>,
  )
  await expect.element(dialog).toBeVisible()
  for (let no = 0; no < 3; no += 1) await userEvent.keyboard('{Escape}')
  await ways['a press beside it']?.()
  drag(200)
  await expect.element(dialog).toBeVisible()
})

test('what is done is told, and not while it is not ready', async () => {
  const done = vi.fn<() => void>()
  const screen = await show(
    <Sheet open title="Rename" onClose={nothing} done={{ onPress: done, disabled: true }}>
      x
    </Sheet>,
  )
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeDisabled()
  await screen.rerender(
    <Sheet open title="Rename" onClose={nothing} done={{ onPress: done }}>
      x
    </Sheet>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Done' }))
  expect(done).toHaveBeenCalledOnce()
})

test('stays when a picture that was to be chosen in it is not', async () => {
  const closed = vi.fn<() => void>()
  await show(
    <Sheet open onClose={closed} title="Report">
      <input type="file" aria-label="Picture" />
    </Sheet>,
  )
  // As the browser says it of its chooser: to the field, and to what the field stands in.
  page
    .getByLabelText('Picture')
    .element()
    .dispatchEvent(new Event('cancel', { bubbles: true }))
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledTimes(1)
})
