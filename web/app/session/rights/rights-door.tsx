import type { Permission } from '#domain/accounts/permissions.ts'
import { words } from '../../phrases/catalogues.ts'
import { lateAside } from '../../../kit/late.ts'

/** Loaded when something is refused, and not before. */
export const Why = lateAside<{ needs: Permission; lookOnly?: boolean }>(async () => {
  const [file] = await Promise.all([import('./why-not.tsx'), words.need('rights')])
  return file.WhyNot
})
