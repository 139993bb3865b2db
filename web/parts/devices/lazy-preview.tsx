import { words } from '../../app/phrases/catalogues.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'

/** Only wide screens have room for it. */
export const DevicePreview = lazyPart(
  async () => {
    const [file] = await Promise.all([
      import('./device-preview.tsx'),
      words.need('device', 'gateway', 'chart'),
    ])
    return file.DevicePreview
  },
  () => <SkeletonCard />,
)
