import { expect, it } from 'vitest'
import { modulesOfOptimizer } from './module-counts.ts'

it.each([
  ['SolarEdge', 'P1100', 2],
  ['solaredge', ' p850 ', 2],
  ['Huawei', 'SUN2000-1300W-P', 2],
  ['SolarEdge', 'S440', null],
  ['Tigo', 'P1100', null],
  ['', 'P1100', 2],
  ['', '', null],
])('%s %s is made for %s modules', (brand, model, modules) => {
  expect(modulesOfOptimizer(brand, model)).toBe(modules)
})
