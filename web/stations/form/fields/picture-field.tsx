import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { words } from '../../../phrases/catalogues.ts'
import styles from '../form.module.css'
import { useStationField } from '../use-station-field.ts'

const PhotoField = lazy(async () => {
  const [file] = await Promise.all([import('../../../ui/photo/photo-field.tsx'), words.need('photo')])
  return { default: file.PhotoField }
})

/** The station's picture; sent while the other steps are filled in. */
export function PictureField({ uploadKey }: { uploadKey: string }) {
  const t = useTranslations('editing')
  const { value, set } = useStationField('imageFileId')
  return (
    <Suspense fallback={<div className={styles.mapComing} />}>
      <PhotoField
        label={t('imageFileId')}
        help={t('pictureHelp')}
        uploadKey={uploadKey}
        purpose="station_image"
        value={value}
        onChange={set}
      />
    </Suspense>
  )
}
