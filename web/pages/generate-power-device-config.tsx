import { stringKinds } from '#domain/devices/kinds.ts'
import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../app/phrases/use-kind-words.ts'
import { Editing } from '../app/session/rights/editing.tsx'
import { pathTo } from '../paths.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { lazyPart } from '../kit/lazy-part.tsx'
import { IconButton, Page } from '../kit/page.tsx'
import { Segmented } from '../kit/segmented.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { toast } from '../kit/toast.tsx'
import { ElectricalView } from '../parts/arrays/electrical/electrical-view.tsx'
import { SavedMark } from '../parts/arrays/saved-mark.tsx'
import type { MemberKind } from '../parts/arrays/site.ts'
import { useArray } from '../parts/arrays/use-array.ts'
import { HelpButton } from '../parts/help/help-button.tsx'
import { StationLine } from '../parts/stations/station-line.tsx'
import { Waiting } from '../app/failure/waiting.tsx'

const route = 'generate-power-device-config'
const LayoutView = lazyPart(
  async () => (await import('../parts/arrays/layout/layout-view.tsx')).LayoutView,
  <SkeletonCard kind="chart" />,
)

/** Which device hangs where: in the wiring and on the roof. */
export function GeneratePowerDeviceConfigPage() {
  const t = useTranslations('arrays')
  const search = usePageSearch(route)
  const { stationId } = search
  return (
    <Editing
      route={route}
      search={search}
      title={t('title')}
      back={pathTo('station-detail', { stationId, tab: 'devices' })}
    >
      {() => <Config key={stationId} />}
    </Editing>
  )
}

function Config() {
  const t = useTranslations('arrays')
  const words = useKindWords()
  const search = usePageSearch(route)
  const { stationId } = search
  const array = useArray(stationId)
  const { site, error, refetch, store, state } = array
  const [wanted, setKind] = useState<MemberKind>('optimizer')
  const kinds = stringKinds.filter((one) => site?.members.some(({ kind }) => kind === one))
  const kind = kinds.includes(wanted) ? wanted : (kinds[0] ?? 'optimizer')
  const step = (turn: 'undo' | 'redo'): void => {
    const done = store[turn]()
    if (!done) return
    if (done.kept > 0) toast(t('keptOthers', { count: done.kept }), 'failed')
    else toast(t(turn === 'undo' ? 'undone' : 'redone'))
  }
  const present = site && { ...array, site }
  const wired = site?.members.filter((one) => one.kind === kind) ?? []
  const isWhole =
    search.view !== 'layout' && wired.length > 0 && wired.every(({ id }) => site?.hang(id).stringId !== null)
  return (
    <Page
      title={t('title')}
      back={pathTo('station-detail', { stationId, tab: 'devices' })}
      whole
      {...(search.view !== 'layout' && { onRefresh: refetch })}
      actions={
        <>
          <IconButton
            label={t('tools.undo')}
            disabled={state.acts.done.length === 0}
            onClick={() => step('undo')}
          >
            <Undo2 size={21} aria-hidden />
          </IconButton>
          <IconButton
            label={t('tools.redo')}
            disabled={state.acts.undone.length === 0}
            onClick={() => step('redo')}
          >
            <Redo2 size={21} aria-hidden />
          </IconButton>
          <HelpButton of="layout" />
        </>
      }
    >
      <StationLine stationId={stationId} />
      <Segmented
        label={t('view')}
        options={[
          { value: 'electrical', label: t('electrical') },
          { value: 'layout', label: t('layout') },
        ]}
        value={search.view ?? 'electrical'}
        onChange={(view) => setPageSearch(route, search, { view: view === 'layout' ? view : undefined })}
      />
      {!present ? (
        <Waiting of={{ error, refetch }}>
          <SkeletonCard kind="rows" rows={2} />
          <SkeletonCard kind="chart" />
        </Waiting>
      ) : (
        <>
          <SavedMark array={present} said={isWhole ? t('tray.empty') : undefined} />
          {kinds.length > 1 && (
            <Segmented
              label={t('kind')}
              options={kinds.map((value) => ({ value, label: words.many(value) }))}
              value={kind}
              onChange={setKind}
            />
          )}
          {search.view === 'layout' ? (
            <LayoutView
              stationId={stationId}
              array={present}
              kind={kind}
              areaId={search.areaId}
              onArea={(areaId) => setPageSearch(route, search, { areaId })}
            />
          ) : (
            <ElectricalView stationId={stationId} array={present} kind={kind} />
          )}
        </>
      )}
    </Page>
  )
}
