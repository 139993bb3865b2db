import { Eye, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { sameCompany } from '#domain/accounts/same-company.ts'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { usePerson } from '../../../app/session/session.ts'
import { words } from '../../../app/phrases/catalogues.ts'
import { Card } from '../../../kit/card.tsx'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import type { StationData } from '../station-queries.ts'

const ShareSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./share-sheet.tsx'), words.need('sharing')])
  return file.ShareSheet
})
const LogSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./log-sheet.tsx'), words.need('log', 'control')])
  return file.LogSheet
})

/** For those whose station it is: sharing it, and what was looked at and done there. */
export function SharingCard({ station }: { station: StationData }) {
  const t = useTranslations('station.info')
  const person = usePerson()
  const mayShare = useAllowed('station:share:grant')
  const [open, setOpen] = useState<'share' | 'log' | null>(null)
  const close = (): void => setOpen(null)
  const own =
    person !== null &&
    (person.roles.includes('administrator') ||
      station.ownerAccountId === person.id ||
      sameCompany(station.companyId, person.company?.id))
  if (!own) return null
  return (
    <Card flush title={t('people')}>
      <Rows>
        {mayShare && (
          <Row
            icon={<UserRoundPlus size={20} aria-hidden />}
            label={t('share')}
            hint={t('shareHint')}
            onPress={() => setOpen('share')}
          />
        )}
        <Row
          icon={<Eye size={20} aria-hidden />}
          label={t('log')}
          hint={t('logHint')}
          onPress={() => setOpen('log')}
        />
      </Rows>

      {open === 'share' && <ShareSheet station={station} onClose={close} />}
      {open === 'log' && <LogSheet station={station} onClose={close} />}
    </Card>
  )
}
