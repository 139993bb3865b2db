import { expect, it } from 'vitest'
import { atMost } from './at-most.ts'

const held = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { promise, resolve, reject }
}

it('so many at once, the others in their order, and a failure gives its place on', async () => {
  const run = atMost(2, 10)
  const begun: number[] = []
  const works = [held(), held(), held(), held()]
  const answers = works.map(({ promise }, n) =>
    run(() => {
      begun.push(n)
      return promise
    }),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  works[1]?.reject(new Error('broken'))
  await expect(answers[1]).rejects.toThrow('broken')
  expect(begun).toEqual([0, 1, 2])
  works[0]?.resolve('a')
  expect(await answers[0]).toBe('a')
  expect(begun).toEqual([0, 1, 2, 3])
  works[2]?.resolve('c')
  works[3]?.resolve('d')
  expect(await Promise.all([answers[2], answers[3]])).toEqual(['c', 'd'])
  expect(await run(async () => 'e')).toBe('e')
})

it('a line that is full refuses, and takes again what comes later', async () => {
  const run = atMost(1, 2)
  const first = held()
  const one = run(() => first.promise)
  const waiting = [run(async () => 'b'), run(async () => 'c')]
  await expect(run(async () => 'd')).rejects.toMatchObject({ code: 'unavailable' })
  first.resolve('a')
  expect(await Promise.all([one, ...waiting])).toEqual(['a', 'b', 'c'])
  expect(await run(async () => 'e')).toBe('e')
})
