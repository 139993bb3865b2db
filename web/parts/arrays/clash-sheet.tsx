import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Sheet } from '../../kit/sheet.tsx'
import type { ArrayStore } from './array-store.ts'
import { insist, type Clash } from './pending.ts'
import { tailOf, type Site } from './site.ts'
import { usePlaceText } from './use-place-text.ts'
import styles from './arrays.module.css'

type ClashSheetProps = {
  open: boolean
  site: Site
  store: ArrayStore
  clashes: readonly Clash[]
  onClose: () => void
}

/** What ran into somebody else's change: who, when, and which of the two is to count. */
export function ClashSheet({ open, site, store, clashes, onClose }: ClashSheetProps) {
  const t = useTranslations('arrays.clash')
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <p className={styles.clashIntro}>{t('intro')}</p>
      <ul>
        {clashes.map((clash) => (
          <ClashItem key={clash.deviceId} clash={clash} site={site} store={store} />
        ))}
      </ul>
      {clashes.length > 1 && (
        <div className={styles.clashAll}>
          <Button kind="quiet" wide onClick={() => store.letGo(clashes)}>
            {t('keepAll')}
          </Button>
        </div>
      )}
    </Sheet>
  )
}

function ClashItem({ clash, site, store }: { clash: Clash; site: Site; store: ArrayStore }) {
  const t = useTranslations('arrays.clash')
  const format = useFormat()
  const now = useNow()
  const { wired, laid, both } = usePlaceText(site)
  const { deviceId, code, want, by, byPerson, at } = clash
  const device = site.member(deviceId)
  const other = by === null ? undefined : site.member(by)
  const named = other ? `…${tailOf(other.sn, 6)}` : t('unknown')
  const present = site.hang(deviceId)
  const what =
    code === 'gone'
      ? t('gone')
      : code === 'position_taken'
        ? t(code, { place: wired(want), other: named })
        : code === 'spot_taken'
          ? t(code, { place: laid(want), other: named })
          : t(code, { place: code === 'moved' ? both(present) : wired(present) })
  const age = at === null ? null : format.age(at, now)
  return (
    <li className={styles.clash}>
      <h3>{device?.sn ?? deviceId}</h3>
      <p>{what}</p>
      {age !== null && (
        <p className={styles.clashBy}>
          {byPerson ? t('by', { person: byPerson, age }) : t('byGateway', { age })}
        </p>
      )}
      {code !== 'gone' && <p className={styles.clashBy}>{t('mine', { place: both(want) })}</p>}
      <div className={styles.clashButtons}>
        <Button kind="quiet" small onClick={() => store.letGo([clash])}>
          {t('keep')}
        </Button>
        {code !== 'gone' && (
          <Button kind="soft" small onClick={() => store.act(insist(clash, store.hang))}>
            {t('take')}
          </Button>
        )}
      </div>
    </li>
  )
}
