import { useTranslations } from 'use-intl'
import { useLevelWord } from '../parts/upgrades/use-level-word.ts'
import { Editing } from '../app/session/rights/editing.tsx'
import { usePages } from '../app/lists/use-pages.ts'
import { pathTo } from '../paths.ts'
import { PickerPage } from '../parts/pickers/picker-page.tsx'
import type { PickItem } from '../parts/pickers/pick-list.tsx'
import { useTyped } from '../parts/pickers/use-typed.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { Chips } from '../kit/chips.tsx'
import { Dotted } from '../kit/dotted.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { StatusPill } from '../parts/states/status-pill.tsx'
import { type Target, usePackages, useTargets } from '../parts/upgrades/upgrade-queries.ts'
import styles from '../parts/upgrades/upgrades.module.css'
import { useUpgradeWords } from '../parts/upgrades/use-upgrade-words.ts'

/** All gateways, for whoever comes here without a package. */
const useGateways = (search: string, enabled: boolean) =>
  usePages(
    'GET /api/devices',
    { query: { kind: 'gateway', limit: 30, ...(search && { search }) } },
    (page) => page.devices,
    { enabled },
  )

const route = 'select-upgrade-device'

/** Which package the gateways are looked at for, where no page has said so. */
function Packages({ chosen }: { chosen: string | undefined }) {
  const t = useTranslations('upgrades')
  const search = usePageSearch(route)
  const packages = usePackages({}).rows ?? []
  if (packages.length === 0) return null
  return (
    <Chips
      label={t('create.package')}
      value={chosen ?? ''}
      onChange={(packageId) => setPageSearch(route, search, { packageId })}
      options={packages.map(({ id, name, version }) => ({ value: id, label: `${name} ${version}` }))}
    />
  )
}

export function SelectUpgradeDevicePage() {
  const t = useTranslations('upgrades')
  return (
    <Editing route={route} search={{}} title={t('picker.title')} back={pathTo('device-upgrade')}>
      {() => <Gateways />}
    </Editing>
  )
}

/** Gateways to upgrade: whether they are online, which versions they run, and what stands in the way of each. */
function Gateways() {
  const t = useTranslations('upgrades')
  const levelWord = useLevelWord()
  const words = useUpgradeWords()
  const { ask, packageId, many = false } = usePageSearch(route)
  const { typed, search, type } = useTyped()
  const judges = packageId !== undefined
  const targets = useTargets(packageId ?? '', search)
  const gateways = useGateways(search, !judges)
  const found = judges ? targets : gateways
  const versions = ({ levels }: Target): string[] =>
    levels
      .filter(({ upgraded }) => upgraded > 0)
      .map(({ level, upgraded, before, after }) =>
        t('create.what', {
          level: levelWord(level),
          count: String(upgraded),
          before: before.join(', ') || t('nodes.unknown'),
          after: after.join(', '),
        }),
      )
  const targetItem = (one: Target): PickItem => ({
    id: one.id,
    name: one.name || one.sn,
    blocked: one.blocks.length > 0,
    hint: (
      <>
        <Dotted parts={[one.name && one.sn, one.model, one.station.name]} />
        {[t('picker.versions', { version: one.sw || t('nodes.unknown') }), ...versions(one)].map((line) => (
          <span key={line} className={styles.line}>
            {line}
          </span>
        ))}
        {one.blocks.map((block) => (
          <span key={block.reason} className={styles.blocked}>
            {words.block(block, one.sn)}
          </span>
        ))}
      </>
    ),
    value: <StatusPill status={one.online ? 'online' : 'offline'} plain />,
  })
  const rows = judges
    ? targets.rows?.map(targetItem)
    : gateways.rows?.map((one) => ({
        id: one.id,
        name: one.name || one.sn,
        hint: <Dotted parts={[one.name && one.sn, one.stationName]} />,
        value: <StatusPill status={one.online ? 'online' : 'offline'} plain />,
      }))
  return (
    <PickerPage
      title={t('picker.title')}
      askId={ask}
      many={many}
      offered={{ ...found, rows }}
      search={typed}
      searchLabel={t('picker.search')}
      onSearch={type}
      empty={<EmptyState title={t('picker.empty')} />}
      open={(id) => pathTo('new-upgrade-task', { gatewayId: id, packageId })}
      back={pathTo('new-upgrade-task')}
    >
      {ask === undefined && <Packages chosen={packageId} />}
      {!judges && <p className={styles.quiet}>{t('picker.needsPackage')}</p>}
    </PickerPage>
  )
}
