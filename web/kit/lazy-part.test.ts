import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What stands where a late part comes, or a picture is measured: an empty box of the part's size. */
const boxes = /<(?:div|span) className=\{styles\.(?:waiting|\w*[cC]oming)\}[^>]*\/>/g

it('an empty box in the place of something that comes says so, or pictures are taken and tests go on before it has', () => {
  const found = globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(boxes)].map(([box]) => ({ file, box })),
  )
  expect(found.length).toBeGreaterThan(3)
  expect(found.filter(({ box }) => !/data-bone|aria-busy/.test(box))).toEqual([])
})
