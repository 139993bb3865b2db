import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { devicesPageFile, devicesPageText } from './generate-devices-page.ts'

it('docs/devices.md says what profiles and sources say (npm run generate)', () => {
  expect(readFileSync(devicesPageFile, 'utf8')).toBe(devicesPageText())
})

it('docs/devices.md has a place for each link of its table', () => {
  const text = devicesPageText()
  const anchors = [...text.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor)
  expect(links.length).toBeGreaterThan(20)
  expect(new Set(links).size).toBe(links.length)
  expect(links).toEqual(anchors)
})
