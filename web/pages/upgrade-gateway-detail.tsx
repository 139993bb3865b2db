import { useTranslations } from 'use-intl'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { useWatchedStation } from '../parts/stations/station-queries.ts'
import { Columns } from '../kit/columns.tsx'
import { Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { CampaignCard } from '../parts/upgrades/campaign-card.tsx'
import { EventsCard } from '../parts/upgrades/events-card.tsx'
import { LevelsCard } from '../parts/upgrades/levels-card.tsx'
import { TaskFacts, TaskHead } from '../parts/upgrades/task-head.tsx'
import { upgradesChanged, useTask } from '../parts/upgrades/upgrade-queries.ts'
import { HelpButton } from '../parts/help/help-button.tsx'
import { Waiting } from '../app/failure/waiting.tsx'

/** The upgrade of one gateway: how far, level by level, what happened, and the others of the same upgrade. */
export function UpgradeGatewayDetailPage() {
  const t = useTranslations('upgrades.task')
  const { taskId } = usePageSearch('upgrade-gateway-detail')
  const found = useTask(taskId)
  const answer = found.data
  useWatchedStation(answer?.task.station.id ?? '')
  return (
    <Page
      key={taskId}
      title={t('title')}
      back={pathTo('device-upgrade')}
      spread
      onRefresh={upgradesChanged}
      actions={<HelpButton of="upgrade" />}
    >
      {!answer ? (
        <Waiting of={found}>
          <SkeletonCard />
          <SkeletonCard kind="rows" rows={4} />
          <SkeletonCard kind="rows" rows={6} />
        </Waiting>
      ) : (
        <Columns>
          <>
            <TaskHead task={answer.task} levels={answer.levels} />
            <LevelsCard taskId={taskId} levels={answer.levels} />
            <CampaignCard upgrade={answer.upgrade} task={answer.task} />
          </>
          <>
            <TaskFacts task={answer.task} />
            <EventsCard events={answer.events} timeZone={answer.task.station.timeZone} />
          </>
        </Columns>
      )}
    </Page>
  )
}
