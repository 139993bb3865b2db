import { useTranslations } from 'use-intl'
import { useLevelWord } from '../parts/upgrades/use-level-word.ts'
import { Editing } from '../app/session/rights/editing.tsx'
import { usePages } from '../app/lists/use-pages.ts'
import { pathTo } from '../paths.ts'
import { PickerPage } from '../parts/pickers/picker-page.tsx'
import type { PickItem } from '../parts/pickers/pick-list.tsx'
import type { Picked } from '../parts/pickers/ask.ts'
import { useTyped } from '../parts/pickers/use-typed.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { draftKey, writeDraft } from '../app/data/draft-store.ts'
import { navigate } from '../kit/navigation/navigate.ts'
import { DevicePreview } from '../parts/devices/lazy-preview.tsx'
import { classes } from '../kit/classes.ts'
import { Dotted } from '../kit/dotted.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { StatusPill } from '../parts/states/status-pill.tsx'
import { type Target, useTargets, useUsablePackages } from '../parts/upgrades/upgrade-queries.ts'
import { PackageField } from '../parts/upgrades/package-field.tsx'
import { newUpgradeDraft } from '../parts/upgrades/upgrade-draft.ts'
import rows from '../parts/alarms/alarms.module.css'
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

export function SelectUpgradeDevicePage() {
  const t = useTranslations('upgrades')
  return (
    <Editing route={route} search={{}} title={t('picker.title')} back={pathTo('device-upgrade')}>
      {({ id }) => <Gateways personId={id} />}
    </Editing>
  )
}

/** Gateways to upgrade: whether they are online, which versions they run, and what stands in the way of each. */
function Gateways({ personId }: { personId: string }) {
  const t = useTranslations('upgrades')
  const levelWord = useLevelWord()
  const words = useUpgradeWords()
  const address = usePageSearch(route)
  const { ask, many = false } = address
  const usable = useUsablePackages()
  // Whoever comes here by its address alone begins with the newest package.
  const packageId = address.packageId ?? (ask === undefined ? usable.rows?.[0]?.id : undefined)
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
  // What is to come says which version there is.
  const linesOf = (one: Target): string[] => {
    const to = versions(one)
    return to.length > 0 ? to : [t('picker.versions', { version: one.sw || t('nodes.unknown') })]
  }
  const start = async (gateways: readonly Picked[]): Promise<void> => {
    await writeDraft(draftKey(personId, 'upgrade'), {
      ...newUpgradeDraft(packageId ?? null, null),
      gateways,
      fresh: true,
    })
    navigate.push(pathTo('new-upgrade-task', { packageId }))
  }
  const targetItem = (one: Target): PickItem => ({
    id: one.id,
    name: one.name || one.sn,
    blocked: one.blocks.length > 0,
    hint: (
      <>
        <Dotted parts={[one.name && one.sn, one.model, one.station.name]} />
        {linesOf(one).map((line) => (
          <span key={line} className={styles.why}>
            {line}
          </span>
        ))}
        {one.blocks.map((block) => (
          <span key={block.reason} className={classes(styles.why, styles.bad)}>
            {words.block(block, one.sn)}
          </span>
        ))}
      </>
    ),
    value: <StatusPill status={one.online ? 'online' : 'offline'} plain />,
  })
  const offered = judges
    ? targets.rows?.map(targetItem)
    : gateways.rows?.map((one) => ({
        id: one.id,
        name: one.name || one.sn,
        hint: <Dotted parts={[one.name && one.sn, one.stationName]} />,
        value: <StatusPill status={one.online ? 'online' : 'offline'} plain />,
      }))
  return (
    <PickerPage
      key={packageId}
      title={t('picker.title')}
      askId={ask}
      many={many}
      offered={{ ...found, rows: offered }}
      search={typed}
      searchLabel={t('picker.search')}
      onSearch={type}
      renderPreview={(id) => <DevicePreview key={id} deviceId={id} />}
      blockedTitle={(count) => t('picker.blocked', { count: String(count) })}
      empty={<EmptyState title={t('picker.empty')} />}
      open={(id) => pathTo('new-upgrade-task', { gatewayId: id, packageId })}
      {...(judges && {
        start: {
          label: (count) => t('create.submit', { count }),
          none: t('create.chooseGateway'),
          go: (chosen) => void start(chosen),
        },
      })}
      above={
        ask === undefined && (
          <PackageField
            value={packageId ?? null}
            onChange={(next) => setPageSearch(route, address, { packageId: next })}
          />
        )
      }
      back={pathTo(ask === undefined ? 'device-upgrade' : 'new-upgrade-task')}
    >
      {!judges && usable.rows && usable.rows.length > 0 && (
        <p className={rows.place}>{t('picker.needsPackage')}</p>
      )}
    </PickerPage>
  )
}
