import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { FactorsSheet } from '../home/factors-sheet.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { Waiting } from '../../app/failure/waiting.tsx'

/** Prices and CO2 factors of all stations that this person sees, with their sources. */
export function FactorsPart({ onClose }: { onClose: () => void }) {
  const t = useTranslations('factors')
  const home = useData('GET /api/home')
  if (home.data) return <FactorsSheet factors={home.data.factors} onClose={onClose} />
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      {<Waiting of={home} inline />}
    </Sheet>
  )
}
