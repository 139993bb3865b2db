import { useState, type ReactNode } from 'react'
import { words } from '../../app/phrases/catalogues.ts'
import { Covered } from '../../kit/covered.tsx'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import type { MissingOf } from './missing-sheet.tsx'

const MissingSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./missing-sheet.tsx'), words.need('missing')])
  return file.MissingSheet
})

type Mark = (share: number | null | undefined, of: MissingOf) => ReactNode

/** Marks for figures that are not whole; a press opens what is missing, in the sheet to be drawn beside them. */
export const useMissing = (): { mark: Mark; sheet: ReactNode } => {
  const [of, setOf] = useState<MissingOf | null>(null)
  return {
    mark: (share, missing) => <Covered share={share} onOpen={() => setOf(missing)} />,
    sheet: of && <MissingSheet of={of} onClose={() => setOf(null)} />,
  }
}
