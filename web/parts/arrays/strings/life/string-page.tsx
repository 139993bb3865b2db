import { MapPin, Pencil, Ruler, Unplug } from 'lucide-react'
import { nightEnergy, restOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../../../app/session/allowed.tsx'
import { refresh, useData } from '../../../../app/data/query.ts'
import { Waiting } from '../../../../app/failure/waiting.tsx'
import { pathTo } from '../../../../paths.ts'
import { writtenDay } from '../../../devices/history/opened-day.ts'
import { kindIcons } from '../../../states/kind-icons.ts'
import { Dotted } from '../../../../kit/dotted.tsx'
import { Card } from '../../../../kit/card.tsx'
import { Columns } from '../../../../kit/columns.tsx'
import { PeriodBar } from '../../../../kit/chart/period-bar.tsx'
import { todayIn } from '../../../../kit/chart/period.ts'
import { TimeChart } from '../../../../kit/chart/time-chart.tsx'
import { Figure } from '../../../../kit/figure.tsx'
import { Figures } from '../../../../kit/figures.tsx'
import { Page } from '../../../../kit/page.tsx'
import { Row, Rows } from '../../../../kit/row.tsx'
import { SkeletonCard } from '../../../../kit/skeleton.tsx'
import { useLostSince, useNow } from '../../../../kit/time/now.ts'
import { useFormat } from '../../../../kit/words/use-format.ts'
import { CompareStrings } from './compare-strings.tsx'
import { useCoverage, useSource, useStringLabel, type StringDay } from './string-words.ts'
import styles from './life.module.css'

/** What a gateway reports every few minutes is asked for this often. */
const AGAIN_MS = 30_000

type StringPageProps = {
  stationId: string
  stringId: string
  day: string | undefined
  onDay: (day: string | undefined) => void
}

/** One string: what it gives, what it gave, how it does beside the others, and where it lies. */
export function StringPage({ stationId, stringId, day, onDay }: StringPageProps) {
  const t = useTranslations('strings')
  const label = useStringLabel()
  const read = useData(
    'GET /api/strings/{stringId}/day',
    { params: { stringId }, query: { ...(day !== undefined && { day }) } },
    { keep: true, ...(day === undefined && { refetchInterval: AGAIN_MS }) },
  )
  const { data } = read
  return (
    <Page
      title={data ? label(data) : t('title')}
      back={pathTo('group-device-list', { stationId })}
      spread
      onRefresh={() =>
        refresh(
          'GET /api/strings/{stringId}/day',
          'GET /api/devices/{deviceId}/strings',
          'GET /api/stations/{stationId}/strings-now',
        )
      }
    >
      {!data ? (
        <Waiting of={read}>
          <SkeletonCard />
          <SkeletonCard />
          <SkeletonCard kind="chart" />
        </Waiting>
      ) : (
        <Columns>
          <>
            <NowCard string={data} rest={restOfString(data)} />
            {data.by !== null && <EnergyCard string={data} rest={restOfString(data)} />}
            <CompareStrings stationId={stationId} inverterId={data.inverterId} own={data.id} />
          </>
          <>
            {data.by !== null && <DayCard string={data} changing={read.isPlaceholderData} onDay={onDay} />}
            <Ways stationId={stationId} string={data} />
          </>
        </Columns>
      )}
    </Page>
  )
}

/** The day whose energy it says in place of its power. */
const restOfString = ({ now, night, ...string }: StringDay): NightDay | null =>
  restOf([{ powerW: now.powerW, night: nightEnergy(night, night === null ? null : string[night].wh) }])

function NowCard({ string, rest }: { string: StringDay; rest: NightDay | null }) {
  const t = useTranslations('strings')
  const format = useFormat()
  const source = useSource()
  const coverage = useCoverage()
  const lost = useLostSince() !== null
  const { now, by, mpptNo, capacityW } = string
  // Its 0 W follows from the night, and nothing else is measured.
  const asleep = now.state === 'zero' && now.currentA === null && now.voltageV === null
  const facts = [
    string.inverter,
    mpptNo === null ? t('noMppt') : t('mppt', { no: String(mpptNo) }),
    ...(capacityW === null ? [] : [format.text('power', capacityW)]),
  ].filter((text) => text !== '')
  return (
    <Card>
      <div className={styles.now}>
        {by === null ? (
          <p className={styles.unmeasured}>
            <Unplug size={20} aria-hidden />
            <span>{source(string)}</span>
          </p>
        ) : (
          <>
            {rest === null ? (
              <Figure
                label={t('power')}
                measure="power"
                value={now.powerW}
                {...(!asleep && { at: now.ts })}
                size="xl"
                old={lost || now.state === 'stale'}
                {...(asleep
                  ? { note: t('asleep') }
                  : by === 'optimizers' && now.known < now.all
                    ? { note: t('someHeard', { known: String(now.known), all: String(now.all) }) }
                    : {})}
              />
            ) : (
              <Figure
                label={t(`ofDay.${rest}`)}
                measure="energy"
                value={string[rest].wh}
                size="xl"
                old={lost}
                note={<Dotted parts={[asleep && t('asleep'), coverage(string[rest])]} />}
              />
            )}
            {!asleep && (
              <Figures columns={2}>
                <Figure label={t('current')} measure="current" value={now.currentA} old={lost} />
                {(by !== 'optimizers' || now.voltageV !== null) && (
                  <Figure label={t('voltage')} measure="voltage" value={now.voltageV} old={lost} />
                )}
              </Figures>
            )}
            <p className={styles.about}>{source(string)}</p>
          </>
        )}
        <p className={styles.about}>
          <Dotted parts={facts} />
        </p>
      </div>
    </Card>
  )
}

const periods = ['today', 'yesterday', 'month'] as const

function EnergyCard({ string, rest }: { string: StringDay; rest: NightDay | null }) {
  const t = useTranslations('strings')
  const coverage = useCoverage()
  // The head says one of them by night.
  const shown = periods.filter((of) => of !== rest)
  const most = Math.max(...[string.today, string.yesterday, string.month].map(({ wh }) => wh ?? 0))
  return (
    <Card title={t('energy')}>
      <Figures columns={rest === null ? 3 : 2}>
        {shown.map((of) => (
          <Figure
            key={of}
            label={t(of)}
            measure="energy"
            value={string[of].wh}
            {...(of === 'month' ? {} : { like: Math.min(most, string[of].wh ?? most) })}
            note={coverage(string[of])}
          />
        ))}
      </Figures>
      {periods.some((of) => coverage(string[of]) !== undefined) && (
        <p className={styles.why}>
          {t(string.by === 'optimizers' ? 'whyPart.optimizers' : 'whyPart.inverter')}
        </p>
      )}
    </Card>
  )
}

function DayCard({
  string,
  changing,
  onDay,
}: {
  string: StringDay
  changing: boolean
  onDay: (day: string | undefined) => void
}) {
  const t = useTranslations('strings')
  const format = useFormat()
  const coverage = useCoverage()
  const today = todayIn(useNow(), string.timeZone)
  const { ts, powerW, currentA, from, to } = string
  const power = powerW.some((value) => value !== null)
  const values = power ? powerW : currentA
  const note = coverage(string.energy)
  return (
    <Card title={t('day')}>
      <PeriodBar
        period="day"
        shown={string.day}
        today={today}
        daysOnly
        onChange={(_, of) => onDay(writtenDay({ of }, string.night === 'yesterday', today).of)}
      />
      <div aria-busy={changing}>
        {values.some((value) => value !== null) ? (
          <TimeChart
            title={`${t(power ? 'power' : 'current')}, ${format.day(string.day)}`}
            from={from}
            to={to}
            timeZone={string.timeZone}
            ts={ts}
            measure={power ? 'power' : 'current'}
            series={[{ label: t(power ? 'power' : 'current'), values, tone: 1, area: true }]}
          />
        ) : (
          <p className={styles.about}>{t('noDay')}</p>
        )}
      </div>
      {string.energy.wh !== null && (
        <p className={styles.about}>
          <Dotted parts={[t('dayEnergy', { energy: format.text('energy', string.energy.wh) }), note]} />
        </p>
      )}
    </Card>
  )
}

function Ways({ stationId, string }: { stationId: string; string: StringDay }) {
  const t = useTranslations('strings')
  const edits = useAllowed('device:device:edit', stationId)
  const Inverter = kindIcons.inverter
  return (
    <Card flush>
      <Rows>
        <Row
          icon={<MapPin size={20} aria-hidden />}
          label={t('layout')}
          to={pathTo('device-topology', { stationId, stringId: string.id })}
        />
        {string.inverter !== '' && (
          <Row
            icon={<Inverter size={20} aria-hidden />}
            label={t('inverter')}
            hint={string.inverter}
            to={pathTo('inverter-detail', { deviceId: string.inverterId })}
          />
        )}
        {edits && (
          <Row
            icon={string.by === null ? <Ruler size={20} aria-hidden /> : <Pencil size={20} aria-hidden />}
            label={t('edit')}
            to={pathTo('add-group-device', { stationId, stringId: string.id })}
          />
        )}
      </Rows>
    </Card>
  )
}
