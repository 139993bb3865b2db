import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, type ButtonKind } from '../button.tsx'
import { toast } from '../toast.tsx'

/** Reads the codes of photos, taken now or earlier. `onTexts` gets what was found in all of them. */
export function PhotoButton({
  onTexts,
  kind = 'soft',
  small = false,
}: {
  onTexts: (texts: string[]) => void
  kind?: ButtonKind
  small?: boolean
}) {
  const t = useTranslations('scanner')
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const read = async (files: readonly File[]): Promise<void> => {
    setBusy(true)
    try {
      const { readPhotos } = await import('./read-photo.ts')
      const found = await readPhotos(files)
      const texts = found.flatMap((one) => one ?? [])
      if (texts.length > 0) onTexts(texts)
      else toast(t(found.every((one) => one === null) ? 'photoUnreadable' : 'photoNothing'), 'failed')
    } catch {
      toast(t('noDecoder'), 'failed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('photo')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same picture may be chosen again.
          event.target.value = ''
          if (files.length > 0) void read(files)
        }}
      />
      <Button
        kind={kind}
        small={small}
        busy={busy}
        icon={<ImagePlus size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('photo')}
      </Button>
    </>
  )
}
