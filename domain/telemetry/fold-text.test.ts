import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { anySeries, deviceLife } from '#tests/factories/counter-series.ts'
import { LedgerBooks } from '#tests/factories/ledger-books.ts'
import { foldOfText, foldText } from './fold-text.ts'
import { nothingShown, shownFrom } from './shown-power.ts'

it('a fold is told in numbers that need no quotes, and comes back as it was', () => {
  let [told, shown, open] = [0, 0, 0]
  fc.assert(
    fc.property(
      fc.oneof(anySeries, deviceLife),
      fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu'),
      fc.constantFrom(null, 'e_tot', 'e_day', 'e_pv'),
      fc.integer({ min: 1, max: 5_000 }),
      (series, zone, of, mostW) => {
        const said = of === null ? series : series.map((reading) => ({ ...reading, of }) as const)
        const books = new LedgerBooks(zone, true)
        books.store(said)
        const { fold } = books
        if (fold === null) return
        fold.shown = shownFrom(nothingShown(mostW), said)
        const text = foldText(fold)
        expect(foldOfText(text)).toEqual(fold)
        expect(text).toMatch(/^[-+.,\d[\]enul]+$/)
        expect(text.length).toBeLessThan(JSON.stringify(fold).length / 2)
        told += 1
        shown += fold.shown.recent.length
        open += fold.shown.open.length + fold.ledger.noise.length + (fold.ledger.waiting?.points.length ?? 0)
      },
    ),
    { numRuns: 500 },
  )
  expect(Math.min(told, shown, open)).toBeGreaterThan(100)
})
