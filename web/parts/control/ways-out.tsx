import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Note } from '../states/note.tsx'
import type { Result } from './control-queries.ts'

const explained = [
  'did_nothing',
  'other_value',
  'out_of_range',
  'refused',
  'not_kept',
  'unproven',
  'no_answer',
  'no_reading',
  'contradicted',
  'busy',
  'unsupported',
  'unknown_target',
] as const

/** For each reason why devices did not do it, what to try. */
export function WaysOut({ devices }: { devices: readonly Result[] }) {
  const t = useTranslations('control')
  const ofLimits = useTranslations('limits')
  const codes = explained.filter((code) =>
    devices.some((one) => one.outcome !== 'success' && one.code === code),
  )
  if (codes.length === 0) return null
  return (
    <Note tone="curtailed" icon={<CircleAlert size={18} />} title={ofLimits('wayOutTitle')}>
      {codes.map((code) => (
        <p key={code}>
          {codes.length > 1 && <strong>{t(`code.${code}`)} </strong>}
          {ofLimits(`wayOut.${code}`)}
        </p>
      ))}
    </Note>
  )
}
