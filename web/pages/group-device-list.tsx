import { LayoutGrid, ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed, useAllowed } from '../app/session/allowed.tsx'
import { useAct } from '../app/acts/use-act.ts'
import { pathTo } from '../paths.ts'
import { navigate } from '../kit/navigation/navigate.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { AlertDialog } from '../kit/alert-dialog.tsx'
import { Button, ButtonLink } from '../kit/button.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { FieldError } from '../kit/field.tsx'
import { words } from '../app/phrases/catalogues.ts'
import { lazyAside } from '../kit/lazy.ts'
import { lazyPart } from '../kit/lazy-part.tsx'
import { IconButton, Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { toast } from '../kit/toast.tsx'
import { stringsByInverter } from '../parts/arrays/by-inverter.ts'
import { useArray } from '../parts/arrays/use-array.ts'
import { useWatchedStation } from '../parts/stations/station-queries.ts'
import { InverterStringsCard } from '../parts/arrays/strings/inverter-strings-card.tsx'
import { NoInverter } from '../parts/arrays/strings/no-inverter.tsx'
import styles from '../parts/arrays/strings/strings.module.css'
import { HelpButton } from '../parts/help/help-button.tsx'
import { StationLine } from '../parts/stations/station-line.tsx'
import { Windowed } from '../kit/windowed.tsx'
import { useTable } from '../app/lists/use-table.ts'
import { Waiting } from '../app/failure/waiting.tsx'

const route = 'group-device-list'

/** Comes when a string is opened: with its charts it is more than the list. */
const StringPage = lazyPart(
  async () => {
    const [file] = await Promise.all([
      import('../parts/arrays/strings/life/string-page.tsx'),
      words.need('strings', 'chart'),
    ])
    return file.StringPage
  },
  ({ stationId }) => <StringSkeleton stationId={stationId} />,
)

/** The table is for wide screens alone, and so are its words. */
const StringsTable = lazyPart(
  async () => {
    const [file] = await Promise.all([
      import('../parts/arrays/strings/strings-table.tsx'),
      words.need('wide'),
    ])
    return file.StringsTable
  },
  () => <SkeletonCard kind="rows" rows={6} />,
)

const TableSwitch = lazyAside(async () => {
  const [file] = await Promise.all([import('../app/lists/table-switch.tsx'), words.need('wide')])
  return file.TableSwitch
})

/** Each inverter is asked for its strings: of more of them the cards in sight alone are. No source: chosen. */
const TABLE_INVERTERS_MOST = 60

/** The strings of a station, or one of them alone. */
export function GroupDeviceListPage() {
  const search = usePageSearch(route)
  const { stationId, stringId, day } = search
  return stringId === undefined ? (
    <StringList stationId={stationId} />
  ) : (
    <StringPage
      key={stringId}
      stationId={stationId}
      stringId={stringId}
      day={day}
      onDay={(next) => setPageSearch(route, search, { day: next })}
    />
  )
}

function StringSkeleton({ stationId }: { stationId: string }) {
  const ui = useTranslations('ui')
  return (
    <Page title={ui('loading')} back={pathTo(route, { stationId })}>
      <SkeletonCard />
      <SkeletonCard />
      <SkeletonCard kind="chart" />
    </Page>
  )
}

/** By inverter and MPPT; several can be deleted at once. */
function StringList({ stationId }: { stationId: string }) {
  const t = useTranslations('arrays.list')
  const { site, inverters, error, refetch } = useArray(stationId)
  useWatchedStation(stationId)
  const mayEdit = useAllowed('device:device:edit', stationId)
  const mayDelete = useAllowed('device:device:delete', stationId)
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [asking, setAsking] = useState(false)
  const act = useAct()
  const kept = useTable('strings')
  const offered = kept.offered && inverters.length <= TABLE_INVERTERS_MOST
  const table = { ...kept, offered, on: offered && kept.setting.on }
  const setWrong = (text?: string): void => act.blame({}, text)

  const strings = site?.strings ?? []
  // What another phone has deleted meanwhile is no longer chosen.
  const picked = strings.filter(({ id }) => chosen?.has(id))
  const members = picked.reduce((sum, { id }) => sum + (site?.inString(id).length ?? 0), 0)
  const choose = (id: string): void => {
    setWrong()
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const remove = async (): Promise<void> => {
    const input = { params: { stationId }, body: { ids: picked.map(({ id }) => id) } }
    const removed = await act.send('POST /api/stations/{stationId}/strings/delete', input)
    setAsking(false)
    if (!removed) return
    toast(t('deleted'))
    setChosen(null)
  }
  const groups = site
    ? stringsByInverter(site.strings, inverters).filter(({ mppts }) => mppts.length > 0)
    : []
  return (
    <Page
      title={t('title')}
      back={pathTo('station-detail', { stationId, tab: 'devices' })}
      whole
      onRefresh={refetch}
      actions={
        <>
          {strings.length > 0 && (
            <>
              {offered && !chosen && <TableSwitch of={table} />}
              {mayDelete && (
                <IconButton
                  label={t(chosen ? 'stopSelecting' : 'select')}
                  aria-pressed={chosen !== null}
                  onClick={() => {
                    setWrong()
                    setChosen(chosen ? null : new Set())
                  }}
                >
                  <ListChecks size={22} aria-hidden />
                </IconButton>
              )}
              {mayEdit && (
                <IconButton
                  label={t('add')}
                  onClick={() => navigate.push(pathTo('add-group-device', { stationId }))}
                >
                  <Plus size={24} aria-hidden />
                </IconButton>
              )}
            </>
          )}
          <HelpButton of="layout" />
        </>
      }
      {...(chosen && {
        footer: (
          <div className={styles.foot}>
            <FieldError id="strings-error" error={act.failed} />
            <div className={styles.footRow}>
              <Button
                kind="quiet"
                onClick={() => {
                  setWrong()
                  setChosen(new Set(strings.map(({ id }) => id)))
                }}
              >
                {t('all')}
              </Button>
              <Button
                kind={picked.length === 0 ? 'dim' : 'danger'}
                onClick={() => (picked.length === 0 ? setWrong(t('nothingSelected')) : setAsking(true))}
              >
                {picked.length === 0 ? t('delete') : t('deleteCount', { count: String(picked.length) })}
              </Button>
            </div>
          </div>
        ),
      })}
    >
      <StationLine stationId={stationId} />
      {!site ? (
        <Waiting of={{ error, refetch }}>
          <SkeletonCard kind="rows" rows={3} />
          <SkeletonCard kind="rows" rows={3} />
        </Waiting>
      ) : strings.length === 0 ? (
        inverters.length === 0 ? (
          <NoInverter stationId={stationId} />
        ) : (
          <EmptyState
            title={t('none')}
            text={t('noneText')}
            action={
              mayEdit && <ButtonLink to={pathTo('add-group-device', { stationId })}>{t('add')}</ButtonLink>
            }
          />
        )
      ) : (
        <>
          {table.on && !chosen ? (
            <StringsTable table={table} stationId={stationId} strings={strings} inverters={inverters} />
          ) : (
            <div className={styles.cards}>
              <Windowed items={groups} as="div" rowHeight={600} pieceOf={4}>
                {(piece) =>
                  piece.map((group) => (
                    <InverterStringsCard
                      key={group.inverter?.id ?? 'none'}
                      stationId={stationId}
                      group={group}
                      site={site}
                      chosen={chosen}
                      onChoose={choose}
                    />
                  ))
                }
              </Windowed>
            </div>
          )}
          {!chosen && (
            <Allowed permission="device:device:edit" at={stationId}>
              <ButtonLink
                kind="soft"
                wide
                icon={<LayoutGrid size={18} aria-hidden />}
                to={pathTo('generate-power-device-config', { stationId })}
              >
                {t('config')}
              </ButtonLink>
            </Allowed>
          )}
        </>
      )}
      <AlertDialog
        open={asking}
        title={t('deleteTitle', { count: picked.length })}
        text={t('deleteText', { count: members })}
        confirm={t('delete')}
        danger
        busy={act.busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </Page>
  )
}
