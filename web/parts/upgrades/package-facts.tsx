import { upgradableKinds } from '#domain/devices/kinds.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLevelWord } from './use-level-word.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { phoneZone } from '../../kit/words/wall-clock.ts'
import { Card } from '../../kit/card.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import type { FirmwarePackage } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'

/** A package belongs to no station: its times are those of the phone. */
const hashShown = 12

/** Version, size, hash, validity, and who uploaded, approved and withdrew it. */
export function PackageFacts({ one }: { one: FirmwarePackage }) {
  const t = useTranslations('upgrades.packages')
  const words = useUpgradeWords()
  const format = useFormat()
  const zone = phoneZone()
  const byAt = (person: { name: string } | null, at: number): string =>
    t('byAt', { name: person?.name ?? t('unknownPerson'), at: format.instant(at, zone) })
  const facts: readonly (readonly [string, string])[] = [
    [t('version'), one.version],
    [t('vendor'), one.vendor],
    [t('size'), words.bytes(one.bytes)],
    [t('expires'), format.instant(one.expiresAt, zone)],
    [t('uploaded'), byAt(one.uploadedBy, one.uploadedAt)],
    ...(one.approvedAt === null ? [] : [[t('approved'), byAt(one.approvedBy, one.approvedAt)] as const]),
    ...(one.withdrawnAt === null ? [] : [[t('withdrawn'), byAt(one.withdrawnBy, one.withdrawnAt)] as const]),
  ]
  return (
    <Card title={t('facts')}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name={t('sha')}>
          <CopyButton text={one.sha256} what={t('sha')} shown={`${one.sha256.slice(0, hashShown)}…`} />
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** What is in it, level by level: for which model and hardware, which version, how large. */
export function PackageImages({ images }: { images: FirmwarePackage['images'] }) {
  const t = useTranslations('upgrades')
  const levelWord = useLevelWord()
  const words = useUpgradeWords()
  const hardware = ({ hwMin, hwMax }: FirmwarePackage['images'][number]): string =>
    hwMin !== null && hwMax !== null
      ? t('packages.hardware', { from: hwMin, to: hwMax })
      : hwMin !== null
        ? t('packages.hardwareFrom', { from: hwMin })
        : hwMax !== null
          ? t('packages.hardwareTo', { to: hwMax })
          : t('packages.anyHardware')
  return (
    <Card flush title={t('packages.image')}>
      <ul className={rows.list}>
        {upgradableKinds.flatMap((level) =>
          images
            .filter((image) => image.level === level)
            .map((image) => (
              <li key={`${level} ${image.vendor} ${image.model} ${image.version}`} className={styles.row}>
                <span className={styles.head}>
                  <span className={rows.name}>
                    <Dotted parts={[levelWord(level), `${image.vendor} ${image.model}`]} />
                  </span>
                  <span className={rows.age}>{words.bytes(image.bytes)}</span>
                </span>
                <span className={rows.place}>
                  <Dotted
                    parts={[
                      image.version,
                      t('packages.sequence', { sequence: String(image.sequence) }),
                      hardware(image),
                      t('packages.key', { key: image.keyId }),
                    ]}
                  />
                </span>
              </li>
            )),
        )}
      </ul>
    </Card>
  )
}
