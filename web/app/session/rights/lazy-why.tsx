import type { Permission } from '#domain/accounts/permissions.ts'
import { words } from '../../phrases/catalogues.ts'
import { lazyAside } from '../../../kit/lazy.ts'

/** Loaded when something is refused, and not before. */
export const Why = lazyAside<{ needs: Permission; lookOnly?: boolean }>(async () => {
  const [file] = await Promise.all([import('./why-not.tsx'), words.need('rights')])
  return file.WhyNot
})
