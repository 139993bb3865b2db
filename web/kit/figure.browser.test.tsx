import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Figure, TextFigure } from './figure.tsx'
import { Figures } from './figures.tsx'
import { serverNow } from './time/clock.ts'

const minute = 60_000
const sizes = ['s', 'm', 'l', 'xl'] as const

componentStates('Figure', {
  usual: (
    <>
      {sizes.map((size) => (
        <Card key={size}>
          <Figure
            label="Power"
            measure="power"
            value={86_540}
            at={serverNow() - minute}
            staleAfterMs={15 * minute}
            size={size}
            note="of 120 kW"
          />
        </Card>
      ))}
    </>
  ),
  empty: (
    <Card>
      <Figure label="Voltage" measure="voltage" value={null} at={null} note="of 230 V" />
      <Figure label="Energy" measure="energy" value={null} size="xl" />
    </Card>
  ),
  loading: 'a skeleton stands in its place',
  stale: (
    <Card>
      {sizes.map((size) => (
        <Figure
          key={size}
          label="Power"
          measure="power"
          value={1200}
          at={serverNow() - 120 * minute}
          staleAfterMs={15 * minute}
          size={size}
        />
      ))}
      <Figure label="Power" measure="power" value={1200} old />
    </Card>
  ),
  error: 'what could not be read is not there',
  long: ({ name, text }) => (
    <Card>
      <Figures columns={3}>
        {[0, 1, 2].map((no) => (
          <Figure
            key={no}
            label={name}
            measure="energy"
            value={-999_999_999_999}
            at={serverNow() - 400 * 24 * 60 * minute}
            staleAfterMs={minute}
            size="l"
            note={text}
          />
        ))}
      </Figures>
    </Card>
  ),
})

componentStates('TextFigure', {
  usual: (
    <Card>
      {sizes.map((size) => (
        <TextFigure key={size} label="Income" text="¥186.20" unit="per day" size={size} note="0.62 ¥/kWh" />
      ))}
    </Card>
  ),
  empty: (
    <Card>
      <TextFigure label="Income" text={null} unit="¥" note="no tariff" />
    </Card>
  ),
  loading: 'a skeleton stands in its place',
  stale: (
    <Card>
      <TextFigure label="Income" text="¥186.20" old />
    </Card>
  ),
  error: 'what could not be read is not there',
  long: ({ name, word, text }) => (
    <Card>
      <Figures>
        {[0, 1, 2].map((no) => (
          <TextFigure key={no} label={name} text="¥123,456,789.00" unit={word} note={text} />
        ))}
      </Figures>
    </Card>
  ),
})

describe('a value', () => {
  test('that is unknown is a dash that says "no data", never 0, and never old', async () => {
    const { container } = await show(
      <Figure measure="power" value={null} at={serverNow() - minute} staleAfterMs={1} />,
    )
    expect(container.textContent).toBe('–no data1 min ago')
  })
  test('of 0 is 0', async () => {
    const { container } = await show(<Figure measure="power" value={0} />)
    expect(container.textContent).toBe('0W')
  })
  test('that was never heard says so', async () => {
    await show(<Figure measure="power" value={null} at={null} />)
    await expect.element(page.getByText('no data yet')).toBeVisible()
  })
})

const told = async (agoMs: number): Promise<string | null> => {
  const { container } = await show(
    <Figure measure="power" value={5} at={serverNow() - agoMs} staleAfterMs={15 * minute} />,
  )
  return container.textContent
}

describe('the age', () => {
  test('within its limit is no more than told', async () => {
    expect(await told(14 * minute)).toBe('5W14 min ago')
  })
  test('beyond it makes the figure old, for who hears it too', async () => {
    expect(await told(16 * minute)).toBe('5W16 min agonot current')
  })
})

test('`like` gives figures beside each other one unit', async () => {
  const { container } = await show(<Figure measure="power" value={500} like={20_000} />)
  expect(container.textContent).toBe('0.5kW')
})
