import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLevelWord } from './use-level-word.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { useNow } from '../../kit/time/now.ts'
import { PackagePill } from './status-pills.tsx'
import type { FirmwarePackage } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'

/** A package in the list: its state, version and levels, who brought it, and what keeps it from being used. */
export function PackageRow({ one, onPress }: { one: FirmwarePackage; onPress: () => void }) {
  const t = useTranslations('upgrades')
  const levelWord = useLevelWord()
  const words = useUpgradeWords()
  const format = useFormat()
  const now = useNow()
  const levels = [...new Set(one.images.map(({ level }) => level))]
  // That it is not approved or withdrawn its state says already.
  const blocks = one.blocks.filter((block) => block !== 'not_approved' && block !== 'package_withdrawn')
  return (
    <li>
      <button type="button" className={styles.row} aria-haspopup="dialog" onClick={onPress}>
        <span className={styles.head}>
          <PackagePill one={one} />
          <span className={rows.age}>{format.age(one.uploadedAt, now)}</span>
        </span>
        <span className={rows.name}>
          {one.name} {one.version}
        </span>
        <span className={rows.place}>
          <Dotted
            parts={[
              one.vendor,
              levels.map((level) => levelWord(level)).join(format.language === 'en' ? ', ' : '、'),
              t('packages.images', { count: one.images.length }),
              words.bytes(one.bytes),
            ]}
          />
        </span>
        {blocks.map((block) => (
          <span key={block} className={styles.why}>
            <CircleAlert size={14} aria-hidden />
            {words.packageBlock(block)}
          </span>
        ))}
      </button>
    </li>
  )
}
