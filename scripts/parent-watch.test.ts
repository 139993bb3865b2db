import { describe, expect, it } from 'vitest'
import { createParentWatch, isScriptOfNpm } from './parent-watch.ts'

const watched = (before: (number | null)[], after: (number | null)[]): boolean => {
  let now = before
  const watch = createParentWatch(() => now)
  expect(watch.gone()).toBe(false)
  now = after
  return watch.gone()
}

describe('who started the server', () => {
  it('is watched when it is npm with this very script, and nobody else', () => {
    const program = '/srv/sun/scripts/start.ts'
    const npm = { npm_lifecycle_script: 'node scripts/start.ts', npm_package_json: '/srv/sun/package.json' }
    expect(isScriptOfNpm(npm, program)).toBe(true)
    expect(isScriptOfNpm({}, program)).toBe(false)
    expect(isScriptOfNpm({ ...npm, npm_lifecycle_script: 'deploy.sh' }, program)).toBe(false)
    expect(isScriptOfNpm({ ...npm, npm_package_json: '/srv/other/package.json' }, program)).toBe(false)
    expect(isScriptOfNpm({ ...npm, npm_lifecycle_script: 'node scripts/dev.ts' }, program)).toBe(false)
    expect(isScriptOfNpm(npm, undefined)).toBe(false)
  })

  it('is gone when the shell or npm behind it is; the first process of a container never is', () => {
    expect(watched([40, 30], [40, 30])).toBe(false)
    expect(watched([40, 30], [1, 0])).toBe(true)
    expect(watched([40, 30], [40, 1])).toBe(true)
    expect(watched([40, 30], [25, 1])).toBe(true)
    expect(watched([40, null], [40, null])).toBe(false)
    expect(watched([1, 0], [1, 0])).toBe(false)
  })
})
