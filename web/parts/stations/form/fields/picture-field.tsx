import { useTranslations } from 'use-intl'
import { words } from '../../../../app/phrases/catalogues.ts'
import { lazyPart } from '../../../../kit/lazy-part.tsx'
import styles from '../form.module.css'
import { useStationField } from '../use-station-field.ts'

const PhotoField = lazyPart(
  async () => {
    const [file] = await Promise.all([import('../../../../app/photo/photo-field.tsx'), words.need('photo')])
    return file.PhotoField
  },
  <div className={styles.mapComing} data-bone />,
)

/** The station's picture; sent while the other steps are filled in. */
export function PictureField({ uploadKey }: { uploadKey: string }) {
  const t = useTranslations('editing')
  const { value, set } = useStationField('imageFileId')
  return (
    <PhotoField
      label={t('imageFileId')}
      help={t('pictureHelp')}
      uploadKey={uploadKey}
      purpose="station_image"
      value={value}
      onChange={set}
    />
  )
}
