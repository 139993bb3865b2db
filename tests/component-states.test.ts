// Every component of the kit has its states written beside it, in `<file>.browser.test.tsx`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Components that others show; the reason says who. The list only shrinks. */
const shownByOthers: Readonly<Record<string, string>> = {
  'web/kit/chart/bar-readout.tsx': 'BarChart says with it what is chosen',
  'web/kit/chart/bar-stack.tsx': 'BarChart draws bars of parts with it',
  'web/kit/chart/plot.tsx': 'TimeChart draws with it',
  'web/kit/map/map-canvas.tsx': 'MapFrame draws with it',
}

const files = globSync('web/kit/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'))
const componentsOf = (file: string): string[] =>
  [...read(file).matchAll(/^export (?:function|const) ([A-Z]\w+)/gm)].map(([, name = '']) => name)
/** Those of a file that its tests do not show. */
const missing = (components: readonly string[], tests: string): string[] =>
  components.filter((name) => !new RegExp(`<${name}\\b`).test(tests))

test('sees the kit', () => {
  expect(files.length).toBeGreaterThan(40)
  expect(componentsOf('web/kit/text-field.tsx')).toEqual(['TextField', 'PasswordField', 'AreaField'])
})

test('a component without states is seen', () => {
  expect(missing(['Tabs', 'Tab'], "componentStates('Tabs', { usual: <Tabs /> })")).toEqual(['Tab'])
})

test.each(files.filter((file) => !(file in shownByOthers)))('%s has its states', (file) => {
  const beside = file.replace(/\.tsx$/, '.browser.test.tsx')
  const tests = globSync(beside, { cwd: root }).map(read).join()
  expect(tests).toContain('componentStates(')
  expect(missing(componentsOf(file), tests)).toEqual([])
})

test('says of no component that others show it when it has states, or is gone', () => {
  for (const file of Object.keys(shownByOthers)) {
    expect(files).toContain(file)
    expect(globSync(file.replace(/\.tsx$/, '.browser.test.tsx'), { cwd: root })).toEqual([])
  }
})
