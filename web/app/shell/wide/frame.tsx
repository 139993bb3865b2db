import { CatchBoundary, useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, type ComponentType, type RefObject } from 'react'
import { classes } from '../../../kit/classes.ts'
import { setCarry } from '../../../kit/navigation/navigate.ts'
import { PaneContext, type Pane } from '../../../kit/navigation/pane.ts'
import { useData } from '../../data/query.ts'
import { lazySheet } from '../../failure/lazy-sheet.tsx'
import { PageFailed, PagePending } from '../fallback-pages.tsx'
import { GivenSearch, setWriteBeside } from '../page-search.ts'
import { useTableSettings } from '../../lists/table-settings.ts'
import { useBroad, usePanes } from '../width.ts'
import { besideAt, carriedTo, placeAt, placeOf, writeBesideOf } from './beside.ts'
import {
  besides,
  deviceOf,
  firstOpens,
  hasPanes,
  isMainList,
  isShown,
  leadsBeside,
  listOf,
  nameOfPane,
  type Place,
  tableOf,
} from './panes.ts'
import { Rail } from './rail.tsx'
import { useFirst } from './use-first.ts'
import { useKeys } from './use-keys.ts'
import styles from './frame.module.css'

const KeysSheet = lazySheet(async () => (await import('./keys-sheet.tsx')).KeysSheet)

/** The rail and, of pages that are chosen from a list, that list beside them. The others stand where they always do. */
export function WideFrame() {
  const router = useRouter()
  const location = useRouterState({ select: (state) => state.location })
  const [opened, setOpened] = useState<Place | null>(null)
  useEffect(() => {
    setCarry((path) => carriedTo(router, path))
    setWriteBeside((name, present, next) => writeBesideOf(router, opened, name, present, next))
    return () => {
      setCarry(null)
      setWriteBeside(() => false)
    }
  }, [router, opened])
  const main = useMemo(() => placeAt(location), [location])
  const beside = useMemo(() => (main === null ? [] : besideAt(location, main)), [location, main])
  const [help, setHelp] = useState(false)
  useKeys(router, main, beside, () => setHelp(true))
  return (
    <>
      <Rail route={main?.route ?? 'home'} onKeys={() => setHelp(true)} />
      {main !== null && hasPanes(main) && <Panes main={main} beside={beside} onOpened={setOpened} />}
      {help && <KeysSheet closes={beside.length > 0} onClose={() => setHelp(false)} />}
    </>
  )
}

/** The station that a device stands in is known by the device alone. */
const useStations = (main: Place, beside: readonly Place[]): readonly Place[] => {
  const deviceId = deviceOf(main)
  const device = useData(
    'GET /api/devices/{deviceId}',
    { params: { deviceId: deviceId ?? '' } },
    { enabled: deviceId !== null },
  )
  const stationId = deviceId === null ? undefined : device.data?.station.id
  return useMemo(
    () =>
      stationId === undefined
        ? beside
        : beside.map((one) =>
            one.route === 'station-detail' && one.search['stationId'] !== stationId
              ? { ...one, search: { stationId, tab: 'devices' } }
              : one,
          ),
    [beside, stationId],
  )
}

type PanesProps = {
  main: Place
  beside: readonly Place[]
  /** Told what stands open though nothing was chosen. */
  onOpened: (place: Place | null) => void
}

function Panes({ main, beside, onOpened }: PanesProps) {
  const count = usePanes()
  const broad = useBroad()
  const isTable = useIsTable()
  const known = useStations(main, beside)
  const nearest = known.at(-1)
  // A table takes the room of a third.
  const besideTable = count > 1 && broad && nearest !== undefined && isTable(nearest)
  const row = useRef<HTMLDivElement>(null)
  const opens = count > 1 && !(broad && isTable(main)) ? firstOpens(main) : null
  const first = useFirst(row, opens === null ? null : main)
  const places = useMemo(
    () => [...known.slice(besideTable ? -1 : 1 - count), main, ...(first ? [first] : [])],
    [known, besideTable, count, main, first],
  )
  useEffect(() => onOpened(first ?? null), [onOpened, first])
  useChosenInView(row, nameOfPane(main), useRouter())
  return (
    <div ref={row} className={styles.panes}>
      {places.map((place, at) => {
        const last = places.length - 1
        // What was opened last takes the room that is left: a list with nothing to be opened in it all of it.
        const usual =
          at === last && first !== undefined
            ? undefined
            : listOf(place) === null
              ? styles.middle
              : styles.list
        return (
          <PaneOf
            key={nameOfPane(place)}
            places={places}
            at={at}
            main={place === main}
            broad={broad && (at === last ? !besideTable : at === last - 1)}
            width={besideTable ? (at === last ? styles.detail : undefined) : usual}
          />
        )
      })}
      {opens !== null && first === undefined && (
        <div className={styles.pane}>
          <PaneContext value={waiting}>
            <PagePending route={opens} />
          </PaneContext>
        </div>
      )}
    </div>
  )
}

const none = (): boolean => false
/** What stands beside a list that is on its way. */
const waiting: Pane = { main: false, side: false, broad: false, chosen: none, takesPlace: none, beside: none }

/** Whether the list of a page is a table, as somebody has chosen on this device. */
const useIsTable = (): ((place: Place) => boolean) => {
  const settings = useTableSettings()
  return (place) => {
    const name = tableOf(place)
    return name !== null && settings[name]?.on === true
  }
}

function Failed({ error, reset }: ErrorComponentProps) {
  return <PageFailed error={error} onRetry={reset} />
}

type PaneOfProps = {
  places: readonly Place[]
  at: number
  /** It is the page of the address. */
  main: boolean
  broad: boolean
  width: string | undefined
}

const nowhere: Place = { route: 'home', search: {} }

function PaneOf({ places, at, main, broad, width }: PaneOfProps) {
  const router = useRouter()
  const place = places[at] ?? nowhere
  const name = nameOfPane(place)
  const isList = isMainList(place)
  const pane = useMemo<Pane>(() => {
    const right = places.slice(at + 1)
    const side = right.length > 0
    return {
      main,
      side,
      broad,
      chosen: (to) => {
        const target = placeOf(to)
        return target !== null && isShown(target, right)
      },
      takesPlace: (to) => {
        const target = placeOf(to)
        // Beside what only stands open the first choice is a step of its own.
        return (
          side && !main && target !== null && besides(target, places).some((one) => nameOfPane(one) === name)
        )
      },
      beside: (back) => {
        const target = placeOf(back)
        return isList || (target !== null && at > 0 && leadsBeside(place, target.route))
      },
    }
  }, [places, at, place, broad, name, isList, main])
  const routes = router.routesById as Record<string, { options: { component?: ComponentType } } | undefined>
  const Page = routes[`/${place.route}`]?.options.component
  // Of a device that is still on its way the station is not known.
  const waits = place.route === 'station-detail' && !place.search['stationId'] && !place.search['device']
  return (
    <div
      className={classes(styles.pane, width)}
      data-scroller
      data-scroll-restoration-id={name}
      {...(listOf(place) !== null && { 'data-list': true })}
    >
      <PaneContext value={pane}>
        <GivenSearch value={place.search}>
          <CatchBoundary getResetKey={() => name} errorComponent={Failed}>
            {waits || !Page ? <PagePending route={place.route} /> : <Page />}
          </CatchBoundary>
        </GivenSearch>
      </PaneContext>
    </div>
  )
}

/** The row of what stands beside a list is seen in it, also when its page of the list comes later. */
const useChosenInView = (
  row: RefObject<HTMLDivElement | null>,
  chosen: string,
  router: ReturnType<typeof useRouter>,
): void => {
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    const seen = new Set<Element>()
    const show = (): void => {
      for (const pane of element.querySelectorAll<HTMLElement>('[data-scroller]')) {
        const found =
          pane.dataset['scrollRestorationId'] === chosen ? null : pane.querySelector('[data-chosen]')
        if (!found || seen.has(pane)) continue
        seen.add(pane)
        found.scrollIntoView({ block: 'nearest' })
      }
    }
    show()
    const observer = new MutationObserver(show)
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['data-chosen'] })
    // The router gives each pane back where it was scrolled to, which in a list that has become narrow is elsewhere.
    const unheard = router.subscribe('onRendered', () => {
      unheard()
      seen.clear()
      show()
    })
    // Whoever scrolls meanwhile knows better.
    const stop = (): void => {
      observer.disconnect()
      unheard()
    }
    element.addEventListener('wheel', stop, { passive: true, once: true })
    element.addEventListener('touchmove', stop, { passive: true, once: true })
    return () => {
      stop()
      element.removeEventListener('wheel', stop)
      element.removeEventListener('touchmove', stop)
    }
  }, [row, chosen, router])
}
