import { CircleAlert, PackageOpen } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLevelWord } from './use-level-word.ts'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Fields } from '../../kit/field.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { type PackageBlock, useUsablePackages } from './upgrade-queries.ts'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'
import { Waiting } from '../../app/failure/waiting.tsx'

type PackageFieldProps = {
  value: string | null
  /** What keeps the chosen one from being used by now. */
  blocks?: readonly PackageBlock[]
  onChange: (packageId: string) => void
}

/** One of the packages that can be used. */
export function PackageField({ value, blocks = [], onChange }: PackageFieldProps) {
  const t = useTranslations('upgrades')
  const levelWord = useLevelWord()
  const words = useUpgradeWords()
  const format = useFormat()
  const list = useUsablePackages()
  const packages = list.rows
  if (!packages) return <Waiting of={list} inline rows={1} />
  if (packages.length === 0)
    return (
      <Card>
        <EmptyState
          inline
          icon={<PackageOpen size={26} aria-hidden />}
          title={t('create.noPackage')}
          text={t('create.noPackageText')}
          action={
            <ButtonLink kind="soft" to={pathTo('device-upgrade', { tab: 'packages' })}>
              {t('create.toPackages')}
            </ButtonLink>
          }
        />
      </Card>
    )
  const options = packages.map((one) => ({
    value: one.id,
    label: `${one.name} ${one.version}`,
    hint: [
      one.vendor,
      [...new Set(one.images.map(({ level }) => levelWord(level)))].join(
        format.language === 'en' ? ', ' : '、',
      ),
      words.bytes(one.bytes),
    ].join(' · '),
  }))
  const chosen = options.find((one) => one.value === value)
  return (
    <Card flush>
      <Fields>
        <SelectField
          label={t('create.package')}
          options={options}
          value={value}
          help={chosen?.hint}
          onChange={onChange}
        />
      </Fields>
      {blocks.length > 0 && (
        <div className={styles.inside}>
          {blocks.map((block) => (
            <p key={block} className={styles.why}>
              <CircleAlert size={14} aria-hidden />
              {words.packageBlock(block)}
            </p>
          ))}
        </div>
      )}
    </Card>
  )
}
