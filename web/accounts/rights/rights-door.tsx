import { lazy, Suspense } from 'react'
import type { Permission } from '#domain/accounts/permissions.ts'
import { words } from '../../phrases/catalogues.ts'

const WhyNot = lazy(async () => {
  const [file] = await Promise.all([import('./why-not.tsx'), words.need('rights')])
  return { default: file.WhyNot }
})

/** Loaded when something is refused, and not before. */
export function Why({ needs }: { needs: Permission }) {
  return (
    <Suspense fallback={null}>
      <WhyNot needs={needs} />
    </Suspense>
  )
}
