import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composedFrom, composedStyles } from './composed-styles.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sunkeeper-styles-'))
  writeFileSync(
    join(folder, 'text.module.css'),
    '.hint {\n  color: red;\n}\n.strong {\n  font-weight: 600;\n}\n',
  )
  writeFileSync(
    join(folder, 'card.module.css'),
    ".note {\n  composes: hint strong from './text.module.css';\n  gap: 4px;\n}\n.more {\n  composes: hint from './text.module.css';\n}\n",
  )
  writeFileSync(join(folder, 'plain.module.css'), '.plain {\n  gap: 4px;\n}\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('gives the names of a shared sheet, and none of its rules a second time', async () => {
  const loader = new (composedFrom((name, file) => `${name} of ${file}`))()
  const sheet = join(folder, 'text.module.css')
  expect(await loader.fetch("'./text.module.css'", join(folder, 'card.module.css'))).toEqual({
    hint: `hint of ${sheet}`,
    strong: `strong of ${sheet}`,
  })
  expect(loader.finalSource).toBe('')
  await expect(loader.fetch("'./gone.module.css'", sheet)).rejects.toThrow('ENOENT')
  // Half of what is asked for would be missing without a word.
  await expect(loader.fetch("'./card.module.css'", sheet)).rejects.toThrow('must not compose')
})

it('puts a shared sheet before each that composes from it, once', () => {
  const { transform } = composedStyles()
  if (typeof transform !== 'function') throw new Error('no transform')
  const after = (name: string): unknown =>
    Reflect.apply(transform, {}, ['export const note = "a b"', join(folder, name)])
  expect(after('card.module.css')).toMatchObject({
    code: 'import \'./text.module.css\'\nexport const note = "a b"',
  })
  expect(after('plain.module.css')).toBeNull()
  expect(after('page.tsx')).toBeNull()
})
