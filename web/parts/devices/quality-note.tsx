import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { flagsIn } from '#domain/telemetry/quality-flags.ts'
import { Note } from '../states/note.tsx'

/** What is doubtful about the newest reading, in sentences; nothing when nothing is. */
export function QualityNote({ flags }: { flags: number }) {
  const t = useTranslations('device.quality')
  const doubts = flagsIn(flags)
  if (doubts.length === 0) return null
  return (
    <Note tone="curtailed" icon={<TriangleAlert size={18} />} title={t('title')}>
      <ul>
        {doubts.map((flag) => (
          <li key={flag}>{t(flag)}</li>
        ))}
      </ul>
    </Note>
  )
}
