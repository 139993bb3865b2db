import { CloudUpload } from 'lucide-react'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { FilePurpose } from '#domain/files/file-types.ts'
import type { FailureCode } from '../data/api-error.ts'
import { useNetwork } from '../data/network.ts'
import { useSentence } from '../phrases/use-sentence.ts'
import { uploadOf, type Attachment } from './attachments.ts'
import { isRefused, type Upload, uploads } from './uploads.ts'

export type SlotProps = {
  one: Attachment
  purpose: FilePurpose
  uploadKey: string
  onRemove: () => void
  onRefused: (code: FailureCode) => void
}

/** The upload of a slot. After a reload it goes on by itself. */
const useUpload = ({ uploadKey, one, purpose, onRefused }: SlotProps) => {
  const key = uploadOf(uploadKey, one)
  const upload = useSyncExternalStore(uploads.watch, () => uploads.of(key))
  useEffect(() => {
    const wanted = { key, purpose, onSent: () => {} }
    void uploads.resume(wanted).then((known) => known || uploads.lose(key))
    const again = (): void => {
      if (uploads.of(key)?.failure === 'no_connection') void uploads.retry(wanted)
    }
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [key, purpose])
  const refusal = upload && isRefused(upload) ? upload.failure : null
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    if (refusal !== null) refused(refusal)
  }, [refusal])
  return { upload, retry: () => void uploads.retry({ key, purpose, onSent: () => {} }) }
}

const useFailureOf = (upload: Upload | null): string | null => {
  const t = useTranslations('photo')
  const sentence = useSentence()
  if (upload?.state !== 'failed') return null
  const { failure } = upload
  return (failure === null || failure === 'internal' ? undefined : sentence(failure)) ?? t('fileNotSent')
}

/** What becomes of a slot. */
export const useSlot = (props: SlotProps) => {
  const { upload, retry } = useUpload(props)
  const failure = useFailureOf(upload)
  const online = useNetwork()
  // Another try helps unless the file is gone.
  const isHere = upload?.state === 'failed' && upload.preview !== null
  // Kept on this phone until the network is back, when it goes by itself: nothing is wrong with it.
  const waits = !online && isHere && upload.failure === 'no_connection'
  return { upload, waits, failure: waits ? null : failure, retry: isHere && !waits ? retry : null }
}

/** In the place of what would be wrong. */
export function Waits({ className }: { className: string | undefined }) {
  const t = useTranslations('photo')
  return (
    <span className={className} role="status">
      <CloudUpload size={12} aria-hidden /> {t('waits')}
    </span>
  )
}
