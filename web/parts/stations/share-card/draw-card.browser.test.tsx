import { expect, test } from 'vitest'
import { cardLook } from './card-look.ts'
import { CARD_HEIGHT, CARD_WIDTH, type CardText, drawCard, type Placed } from './draw-card.ts'

const day: CardText = {
  name: 'Rooftop at the old mill',
  when: 'Thursday, 26 November 2026',
  energy: { label: 'Solar energy', text: '42.8', unit: 'kWh' },
  facts: [
    { label: 'Income', text: '€3.47' },
    { label: 'CO₂ avoided', text: '16.3 kg' },
  ],
  note: 'Best day of the month',
  chart: {
    kind: 'curve',
    values: Array.from({ length: 100 }, (_, no) =>
      no > 40 && no < 46 ? null : Math.sin((no / 99) * Math.PI) * 8_000,
    ),
    marks: [
      { at: 0, text: '06:10' },
      { at: 0.5, text: '12:00' },
      { at: 1, text: '18:25' },
    ],
  },
}
const month: CardText = {
  ...day,
  when: 'November 2026',
  note: null,
  chart: {
    kind: 'bars',
    values: Array.from({ length: 30 }, (_, no) => (no < 26 ? 20_000 + 1_000 * no : null)),
    marks: [
      { at: 0, text: '1 Nov' },
      { at: 1, text: '30 Nov' },
    ],
  },
}
const wide = '临港新片区光伏发电示范基地一号厂房及二号仓储屋面分布式电站（远期扩建工程含车棚与连廊）'
const long: CardText = {
  ...month,
  name: wide,
  when: `${wide} 2026`,
  energy: { label: wide, text: '12,345,678,901.23', unit: 'TWh·long' },
  facts: [
    { label: wide, text: '¥123,456,789,012.00' },
    { label: wide, text: '$123,456,789,012.00' },
    { label: wide, text: '123,456,789.0 t' },
  ],
  note: wide,
}

const draw = (card: CardText) => {
  const canvas = document.createElement('canvas')
  const look = cardLook()
  const placed = drawCard(canvas, card, { ...look, brand: 'Sunkeeper' })
  const context = canvas.getContext('2d')!
  const count = (color: string, [x, y, width, height]: [number, number, number, number]): number => {
    const probe = document.createElement('canvas').getContext('2d')!
    probe.fillStyle = color
    probe.fillRect(0, 0, 1, 1)
    const [r, g, b] = probe.getImageData(0, 0, 1, 1).data
    const { data } = context.getImageData(x, y, width, height)
    let found = 0
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === r && data[at + 1] === g && data[at + 2] === b) found += 1
    return found
  }
  return { canvas, placed, look, count }
}

const meets = (a: Placed, b: Placed): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

test.each([
  ['a day', day],
  ['a month', month],
  ['texts that are too long', long],
  ['no name and no chart', { ...day, name: null, chart: null, facts: [] }],
])('texts of %s stay within the picture and off each other', (_, card) => {
  const { placed, canvas } = draw(card)
  expect([canvas.width, canvas.height]).toEqual([CARD_WIDTH, CARD_HEIGHT])
  const edge = 40
  for (const one of placed)
    expect([
      one.text,
      one.left >= edge,
      one.right <= CARD_WIDTH - edge,
      one.bottom <= CARD_HEIGHT - edge,
    ]).toEqual([one.text, true, true, true])
  for (const [no, one] of placed.entries())
    for (const other of placed.slice(no + 1))
      expect([one.text, other.text, meets(one, other)]).toEqual([one.text, other.text, false])
})

test('shows the curve or the bars, leaves what is not known empty, and carries the mark', () => {
  const curve = draw(day)
  const chart: [number, number, number, number] = [88, 780, 904, 310]
  expect(curve.count(curve.look.colors.chart, chart)).toBeGreaterThan(3_000)
  // The hours that nobody heard of: neither line nor shade.
  const gap: [number, number, number, number] = [88 + Math.ceil((41 / 99) * 904) + 6, 790, 30, 295]
  expect(curve.count(curve.look.colors.paper, gap)).toBe(30 * 295)
  const bars = draw(month)
  const share = bars.count(bars.look.colors.chart, chart) / (904 * 300)
  expect(share).toBeGreaterThan(0.35)
  // The last four days have not come.
  expect(bars.count(bars.look.colors.paper, [88 + 28 * 30, 790, 60, 295])).toBe(60 * 295)
  expect(bars.count(bars.look.colors.mark, [88, 1198, 64, 64])).toBeGreaterThan(500)
  expect(bars.count(bars.look.colors.ink, [88, 380, 700, 140])).toBeGreaterThan(3_000)
})

test('says nothing of the station when its name is left out', () => {
  expect(draw({ ...day, name: null }).placed.map(({ text }) => text)).not.toContain(day.name)
  expect(draw(day).placed.map(({ text }) => text)).toContain(day.name)
})
