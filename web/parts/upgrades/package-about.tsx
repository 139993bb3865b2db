import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../../kit/card.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { PackageFacts, PackageImages } from './package-facts.tsx'
import { useUsablePackages } from './upgrade-queries.ts'
import { useLevelWord } from './use-level-word.ts'
import { useUpgradeWords } from './use-upgrade-words.ts'

type PackageAboutProps = {
  packageId: string | null
  /** The field by which it is chosen, or chosen anew. */
  field: ReactNode
  onChoose: (packageId: string) => void
}

/** What the chosen package contains, where there is room beside the form; before that, those that can be chosen. */
export function PackageAbout({ packageId, field, onChoose }: PackageAboutProps) {
  const t = useTranslations('upgrades')
  const levelWord = useLevelWord()
  const words = useUpgradeWords()
  const format = useFormat()
  const now = useNow()
  const packages = useUsablePackages().rows ?? []
  const one = packages.find(({ id }) => id === packageId)
  if (one)
    return (
      <>
        {field}
        <PackageImages images={one.images} />
        <PackageFacts one={one} />
      </>
    )
  if (packages.length === 0 || packageId !== null) return field
  return (
    <Card flush title={t('create.package')}>
      <Rows>
        {packages.map(({ id, name, version, vendor, images, bytes, uploadedAt }) => (
          <Row
            key={id}
            label={`${name} ${version}`}
            hint={
              <Dotted
                parts={[
                  vendor,
                  [...new Set(images.map(({ level }) => levelWord(level)))].join(
                    format.language === 'en' ? ', ' : '、',
                  ),
                  words.bytes(bytes),
                ]}
              />
            }
            value={format.age(uploadedAt, now)}
            onPress={() => onChoose(id)}
          />
        ))}
      </Rows>
    </Card>
  )
}
