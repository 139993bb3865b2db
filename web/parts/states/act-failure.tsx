import { CloudOff } from 'lucide-react'
import { FormFailure } from '../../app/session/brand.tsx'
import { Note } from './note.tsx'

/** Why an act is not done: calmly that there is no network and what becomes of it, or what went wrong. */
export function ActFailure({ act: { cut, failed } }: { act: { cut: boolean; failed: string | undefined } }) {
  if (!cut) return <FormFailure text={failed} />
  return (
    <Note tone="offline" icon={<CloudOff size={18} />}>
      <p role="alert">{failed}</p>
    </Note>
  )
}
