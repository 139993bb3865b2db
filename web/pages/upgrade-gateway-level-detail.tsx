import { useTranslations } from 'use-intl'
import { useLevelWord } from '../parts/upgrades/use-level-word.ts'
import { useOnward } from '../app/lists/use-pages.ts'
import { pathTo } from '../paths.ts'
import { useTyped } from '../parts/pickers/use-typed.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { useWatchedStation } from '../parts/stations/station-queries.ts'
import { Card } from '../kit/card.tsx'
import { Chips } from '../kit/chips.tsx'
import { Page } from '../kit/page.tsx'
import { SearchBox } from '../kit/search-box.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { Bar } from '../parts/upgrades/bar.tsx'
import { LevelAbout } from '../parts/upgrades/levels-card.tsx'
import { NodeList } from '../parts/upgrades/node-list.tsx'
import { TaskPill } from '../parts/upgrades/status-pills.tsx'
import { type TaskLevel, upgradesChanged, useNodes, useTask } from '../parts/upgrades/upgrade-queries.ts'
import styles from '../parts/upgrades/upgrades.module.css'
import { HelpButton } from '../parts/help/help-button.tsx'
import { Waiting } from '../app/failure/waiting.tsx'

const statuses = ['failed', 'writing', 'verifying', 'waiting', 'updated'] as const
/** What one page of a list may hold. */
const shownMax = 1000
/** So many rows are seen without a search or a filter. */
const seenAtOnce = 5

/** The devices of one level: status, versions before, wanted and reported, and why one was not upgraded. */
export function UpgradeGatewayLevelDetailPage() {
  const t = useTranslations('upgrades')
  const levelWord = useLevelWord()
  const search = usePageSearch('upgrade-gateway-level-detail')
  const { taskId, level = 'gateway', status } = search
  const task = useTask(taskId)
  useWatchedStation(task.data?.task.station.id ?? '')
  const gateway = task.data?.task.gateway
  const one = task.data?.levels.find((each) => each.level === level)
  const { typed, search: wanted, type } = useTyped()
  const list = useNodes(taskId, {
    level,
    ...(status !== undefined && { status }),
    ...(wanted && { search: wanted }),
  })
  const { rows: nodes, query } = list
  const full = (nodes?.length ?? 0) >= shownMax
  useOnward(query, !full)
  const error = list.error ?? task.error
  return (
    <Page
      title={[levelWord(level), gateway && (gateway.name || gateway.sn)].filter(Boolean).join(' · ')}
      back={pathTo('upgrade-gateway-detail', { taskId })}
      onRefresh={upgradesChanged}
      actions={<HelpButton of="upgrade" />}
    >
      {task.isPending ? (
        <>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={8} />
        </>
      ) : (
        <>
          {one && <LevelHead one={one} />}
          {/* Among few there is nothing to look for. */}
          {(!one || one.nodes.total > seenAtOnce || status !== undefined || typed !== '') && (
            <>
              <SearchBox value={typed} onChange={type} label={t('nodes.search')} />
              <Chips
                label={t('nodes.status')}
                options={[
                  {
                    value: 'all' as const,
                    label: t('nodes.all'),
                    ...(one && { count: String(one.nodes.total) }),
                  },
                  // Only what there is, and what is chosen.
                  ...statuses
                    .filter((value) => !one || value === status || one.nodes[value] > 0)
                    .map((value) => ({
                      value,
                      label: t(`node.${value}`),
                      ...(one && { count: String(one.nodes[value]) }),
                    })),
                ]}
                value={status ?? 'all'}
                onChange={(next) =>
                  setPageSearch('upgrade-gateway-level-detail', search, {
                    status: next === 'all' ? undefined : next,
                  })
                }
              />
            </>
          )}
          {nodes ? (
            <NodeList
              nodes={nodes.slice(0, shownMax)}
              more={full && query.hasNextPage}
              empty={
                wanted
                  ? t('nodes.noneFound', { text: wanted })
                  : t(status === undefined ? 'nodes.none' : 'nodes.noneOf')
              }
            />
          ) : (
            <Waiting of={{ error, refetch: () => Promise.all([list.refetch(), task.refetch()]) }} rows={8} />
          )}
        </>
      )}
    </Page>
  )
}

function LevelHead({ one }: { one: TaskLevel }) {
  const t = useTranslations('upgrades')
  return (
    <Card>
      <div className={styles.hero}>
        <div className={styles.head}>
          <TaskPill status={one.status} />
        </div>
        <Bar label={t('task.percent')} percent={one.percent} status={one.status} nodes={one.nodes} />
        <LevelAbout one={one} />
      </div>
    </Card>
  )
}
