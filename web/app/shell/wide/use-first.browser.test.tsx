// Which row of a list stands open beside it while what it shows comes and goes.
import { useRef, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import type { Place } from './panes.ts'
import { useFirst } from './use-first.ts'

const order = (name: string) => `/h5/work-order-detail?orderId=00000000-0000-4000-8000-00000000000${name}`

function Row({ name }: { name: string }) {
  return (
    <a data-row href={order(name)}>
      {name}
    </a>
  )
}

const of = (list: string): Place => ({ route: 'my-work-order', search: { list } })
const toReview = of('review')
const made = of('created')

function Frame({ list, children }: { list: Place; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  const first = useFirst(row, list)
  const id = first?.search['orderId']
  return (
    <div ref={row}>
      <div data-list>
        <main>{children}</main>
      </div>
      <output>
        {first === undefined ? 'on its way' : typeof id === 'string' ? `opens ${id.at(-1)}` : 'nothing'}
      </output>
    </div>
  )
}

const others = (
  <ul data-aside>
    <Row name="8" />
    <Row name="9" />
  </ul>
)

test('its own first row stands open, though other lists stood below it before that came', async () => {
  const shown = await show(
    <Frame list={toReview}>
      <i data-bone />
      {others}
    </Frame>,
  )
  const opened = page.getByRole('status')
  await expect.element(opened).toHaveTextContent('on its way')
  await shown.rerender(
    <Frame list={toReview}>
      <Row name="1" />
      {others}
    </Frame>,
  )
  await expect.element(opened).toHaveTextContent('opens 1')
})

test('with none of its own the first of the others stands open, until one comes', async () => {
  const shown = await show(<Frame list={toReview}>{others}</Frame>)
  const opened = page.getByRole('status')
  await expect.element(opened).toHaveTextContent('opens 8')
  await shown.rerender(
    <Frame list={made}>
      <Row name="1" />
      {others}
    </Frame>,
  )
  await expect.element(opened).toHaveTextContent('opens 1')
})

test('the one that stands open stays when another comes before it', async () => {
  const shown = await show(
    <Frame list={made}>
      <Row name="2" />
    </Frame>,
  )
  const opened = page.getByRole('status')
  await expect.element(opened).toHaveTextContent('opens 2')
  await shown.rerender(
    <Frame list={made}>
      <Row name="1" />
      <Row name="2" />
    </Frame>,
  )
  await expect.element(opened).toHaveTextContent('opens 2')
})
