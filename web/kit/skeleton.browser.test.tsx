import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Skeleton, SkeletonCard } from './skeleton.tsx'

const kinds = ['figure', 'chart', 'rows'] as const

componentStates('SkeletonCard', {
  usual: (
    <>
      {kinds.map((kind) => (
        <SkeletonCard key={kind} kind={kind} />
      ))}
    </>
  ),
  empty: 'it is there until it is known what there is',
  loading: 'it is nothing else',
  stale: 'it shows no figures',
  error: 'ErrorState stands in its place',
  long: 'it has no words to be seen',
})

componentStates('Skeleton', {
  usual: (
    <Card>
      <Skeleton width="40%" />
      <Skeleton shape="figure" />
      <Skeleton shape="circle" width="44px" height="44px" />
      <Skeleton shape="block" height="120px" />
    </Card>
  ),
  empty: 'it is there until it is known what there is',
  loading: 'it is nothing else',
  stale: 'it shows no figures',
  error: 'something else stands in its place',
  long: 'it has no words',
})

test.each(kinds)('a card of kind %s says that it waits; its bones are not heard', async (kind) => {
  const { container } = await show(<SkeletonCard kind={kind} rows={7} />)
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  const bones = [...container.querySelectorAll('[data-bone]')]
  expect(bones.length).toBe(kind === 'rows' ? 14 : 3)
  expect(bones.every((bone) => bone.ariaHidden === 'true' && bone.clientHeight > 0)).toBe(true)
})
