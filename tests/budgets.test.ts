import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { budgets, weighBuiltWeb } from '../bench/built-web.ts'

// `npm test` has built it by now; alone, this builds when the sources have changed. In a process of its own: a build
// within a test runner would take the libraries in the form they have for development.
execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build-web.ts', import.meta.url))], {
  env: { ...process.env, NODE_ENV: 'production' },
})
const built = weighBuiltWeb()

describe('what a phone loads, after gzip', () => {
  it('the first route with its styles and words stays within its budget', () => {
    expect(built.first).toBeLessThanOrEqual(budgets.first)
    // A build that lost its code would be small too.
    expect(built.first).toBeGreaterThan(50_000)
  })

  it('all style sheets together stay within theirs', () => {
    expect(built.css).toBeLessThanOrEqual(budgets.css)
    expect(built.css).toBeGreaterThan(1_000)
  })

  it.each(built.further)('$route stays within the budget of a further route', ({ own, ours, charts }) => {
    expect(own).toBeLessThanOrEqual(budgets.further)
    // With the parts that several routes share, and come once: those that draw charts may bring more.
    expect(ours).toBeLessThanOrEqual(budgets.shared + (charts ? budgets.charts : 0))
  })
})
