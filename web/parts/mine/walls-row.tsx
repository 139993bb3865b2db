import { Presentation } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { words } from '../../app/phrases/catalogues.ts'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { Row } from '../../kit/row.tsx'

const WallsSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./walls-sheet.tsx'), words.need('walls')])
  return file.WallsSheet
})

export function WallsRow() {
  const t = useTranslations('mine')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Row
        icon={<Presentation size={20} aria-hidden />}
        label={t('walls')}
        hint={t('wallsHint')}
        onPress={() => setOpen(true)}
      />
      {open && <WallsSheet onClose={() => setOpen(false)} />}
    </>
  )
}
