/** Longer than 300 lines because it shows every part once. */
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { Plus, Settings } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../app/data/api-error.ts'
import { serverNow } from '../kit/time/clock.ts'
import { pathTo } from '../paths.ts'
import { LanguageButton } from '../app/shell/language-button.tsx'
import { themes } from '../kit/theme.ts'
import { AlertDialog } from '../kit/alert-dialog.tsx'
import { Button } from '../kit/button.tsx'
import { Card, CardLink } from '../kit/card.tsx'
import { BarChart } from '../kit/chart/bar-chart.tsx'
import { Donut } from '../kit/chart/donut.tsx'
import { TimeChart } from '../kit/chart/time-chart.tsx'
import { CopyButton } from '../kit/copy-button.tsx'
import { DateField } from '../kit/date-field.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../app/failure/error-state.tsx'
import { Fields } from '../kit/field.tsx'
import { Figure, TextFigure } from '../kit/figure.tsx'
import { Figures } from '../kit/figures.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { IconButton, Page } from '../kit/page.tsx'
import { Progress } from '../kit/progress.tsx'
import { Row, Rows } from '../kit/row.tsx'
import { SearchBox } from '../kit/search-box.tsx'
import { Segmented } from '../kit/segmented.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { LevelPill, StatusPill, Tag, type Status } from '../parts/states/status-pill.tsx'
import { StepperField } from '../kit/stepper-field.tsx'
import { SwitchField } from '../kit/switch-field.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { AreaField, PasswordField, TextField } from '../kit/text-field.tsx'
import { toast } from '../kit/toast.tsx'

const statuses: Status[] = [
  'producing',
  'standby',
  'switched_off',
  'curtailed',
  'fault',
  'offline',
  'unknown',
  'online',
  'shutdown',
]
const from = Date.UTC(2025, 5, 10, 16)
const step = 300_000
const ts = Array.from({ length: 288 }, (_, no) => from + no * step)
const sun = (no: number): number => Math.max(0, Math.sin(((no - 62) / 170) * Math.PI)) * 90_000
const expected = ts.map((_, no) => sun(no))
const power = ts.map((_, no) => {
  if (no > 150 && no < 168) return null
  const cloud = no > 108 && no < 132 ? 0.45 + 0.25 * Math.sin(no * 1.7) : 0.94 + 0.03 * Math.sin(no / 3)
  return no > 214 ? null : Math.round(sun(no) * cloud)
})
const bars = Array.from({ length: 30 }, (_, no) => ({
  key: `2025-06-${String(no + 1).padStart(2, '0')}`,
  value: no === 6 ? null : no === 7 ? 0 : no > 22 ? null : 210_000 + 130_000 * Math.sin(no * 2.1),
  shared: no === 12 || no === 13 || no === 14,
}))

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section id={name} style={{ display: 'grid', gap: 12 }}>
      <h2 style={{ fontSize: 'var(--t-12)', color: 'var(--text-3)', marginBlockStart: 12 }}>{name}</h2>
      {children}
    </section>
  )
}

/** All parts in all their states; only in development. */
export function GalleryPage() {
  const [sheet, setSheet] = useState(location.hash === '#sheet')
  const [alert, setAlert] = useState(location.hash === '#alert')
  const [tab, setTab] = useState<'one' | 'two'>('one')
  const [period, setPeriod] = useState<'day' | 'month' | 'year'>('day')
  const [on, setOn] = useState(true)
  const [minutes, setMinutes] = useState(5)
  const [type, setType] = useState<string | null>(null)
  const [zone, setZone] = useState<string | null>('Asia/Shanghai')
  const [day, setDay] = useState<string | null>('2025-06-11')
  const [capacity, setCapacity] = useState<number | null>(12.5)
  const [search, setSearch] = useState('')
  const now = serverNow()
  const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))
  return (
    <Page
      title="Gallery"
      back={pathTo('home')}
      onRefresh={async () => toast('Refreshed')}
      actions={
        <>
          <LanguageButton />
          <IconButton
            label="Theme"
            onClick={() => themes.choose(themes.shown() === 'dark' ? 'light' : 'dark')}
          >
            <Settings size={22} aria-hidden />
          </IconButton>
        </>
      }
    >
      <Part name="figures">
        <Card>
          <Figure
            label="Power"
            measure="power"
            value={86_540}
            at={now - 20_000}
            staleAfterMs={900_000}
            size="xl"
          />
        </Card>
        <Card>
          <Figures columns={3}>
            <Figure label="Today" measure="energy" value={312_400} />
            <Figure label="Month" measure="energy" value={8_912_400} />
            <Figure label="Unknown" measure="energy" value={null} />
            <Figure label="Stale" measure="power" value={1200} at={now - 7_200_000} staleAfterMs={900_000} />
            <Figure label="Never" measure="voltage" value={null} at={null} />
            <TextFigure label="Income" text="¥186.20" note="0.62 ¥/kWh" />
          </Figures>
        </Card>
      </Part>
      <Part name="states">
        <Card>
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
            {statuses.map((status) => (
              <StatusPill key={status} status={status} />
            ))}
            {alarmLevels.map((level) => (
              <LevelPill key={level} level={level} />
            ))}
            <Tag>12 kW</Tag>
          </div>
        </Card>
      </Part>
      <Part name="charts">
        <Card>
          <TimeChart
            title="Power"
            from={from}
            to={from + 86_400_000}
            timeZone="Asia/Shanghai"
            ts={ts}
            series={[{ label: 'Power', values: power, tone: 1, area: true }]}
            measure="power"
            expected={expected}
            gapAfterMs={step * 3}
          />
        </Card>
        <Card title="June" action="2025">
          <BarChart title="Energy" bars={bars} measure="energy" onOpen={(key) => toast(key)} />
        </Card>
        <Card>
          <Donut
            middle={
              <>
                12<small>stations</small>
              </>
            }
            slices={[
              { key: 'p', label: 'Producing', value: 8, color: 'var(--producing-mark)' },
              { key: 's', label: 'Standby', value: 2, color: 'var(--standby-mark)' },
              { key: 'f', label: 'Fault', value: 1, color: 'var(--fault-mark)' },
              { key: 'o', label: 'Offline', value: 1, color: 'var(--offline-mark)' },
            ]}
          >
            <StatusPill status="producing" plain /> 8
            <br />
            <StatusPill status="fault" plain /> 1
          </Donut>
        </Card>
      </Part>
      <Part name="lists">
        <CardLink to={pathTo('station-detail', { stationId: 'x' })}>
          <strong>Card that is a link</strong> <StatusPill status="producing" />
        </CardLink>
        <Card flush title="Rows">
          <Rows>
            <Row label="SN" value={<CopyButton what="SN" text="SE17K7E1DBB39" />} />
            <Row
              label="Inverters"
              hint="3 of 4 online"
              value="4"
              to={pathTo('home')}
              icon={<Plus size={20} />}
            />
            <Row label="Sign out" danger onPress={() => setAlert(true)} />
          </Rows>
        </Card>
        <Card>
          <Tabs
            label="Tabs"
            value={tab}
            onChange={setTab}
            items={[
              { value: 'one', label: 'Overview' },
              { value: 'two', label: 'Devices' },
            ]}
          >
            <p style={{ paddingBlock: 12 }}>{tab}</p>
          </Tabs>
          <Segmented
            label="Period"
            value={period}
            onChange={setPeriod}
            options={[
              { value: 'day', label: 'Day' },
              { value: 'month', label: 'Month' },
              { value: 'year', label: 'Year' },
            ]}
          />
        </Card>
        <Card>
          <Progress label="Upgrade" value={0.42} />
          <Progress label="Waiting" value={null} />
        </Card>
      </Part>
      <Part name="form">
        <SearchBox value={search} onChange={setSearch} />
        <Card flush>
          <Fields>
            <TextField label="Station name" placeholder="Up to 30 characters" />
            <TextField
              label="Broken"
              defaultValue="-roof"
              error="The station name cannot start with a special character."
            />
            <PasswordField label="Password" defaultValue="secret" help="At least 15 characters." />
            <NumberField label="Capacity" unit="kW" value={capacity} onChange={setCapacity} />
            <SelectField
              label="Station type"
              value={type}
              onChange={setType}
              options={['Residential', 'Commercial', 'Industrial'].map((value) => ({ value, label: value }))}
            />
            <SelectField label="Time zone" value={zone} onChange={setZone} options={zones} />
            <DateField
              label="Grid connection"
              value={day}
              onChange={setDay}
              min="2000-01-01"
              max="2026-12-31"
              optional
            />
            <AreaField label="Address" rows={2} />
            <StepperField
              label="Reporting interval (min)"
              value={minutes}
              min={5}
              max={240}
              onChange={setMinutes}
            />
            <SwitchField label="Alarm notifications" help="At any hour" checked={on} onChange={setOn} />
          </Fields>
        </Card>
      </Part>
      <Part name="buttons">
        <Button wide onClick={() => toast('Operation successful')}>
          Save
        </Button>
        <Button wide busy>
          Saving
        </Button>
        <Button wide kind="soft" onClick={() => setSheet(true)}>
          Open a sheet
        </Button>
        <Button wide kind="quiet" disabled>
          Not possible
        </Button>
        <Button wide kind="danger" onClick={() => setAlert(true)}>
          Delete
        </Button>
        <Button wide kind="dangerPlain">
          Delete station
        </Button>
      </Part>
      <Part name="messages">
        <SkeletonCard />
        <SkeletonCard kind="chart" />
        <SkeletonCard kind="rows" />
        <Card>
          <EmptyState
            inline
            title="No stations yet"
            text="Create the first one."
            action={<Button>New station</Button>}
          />
        </Card>
        <Card>
          <ErrorState inline error={new ApiError(0, 'no_connection')} onRetry={() => undefined} />
        </Card>
        <Card>
          <ErrorState
            inline
            error={
              new ApiError(500, 'internal', 'Something went wrong on the server.', { requestId: 'r-18f2' })
            }
            onRetry={() => undefined}
          />
        </Card>
      </Part>
      <Sheet
        open={sheet}
        onClose={() => setSheet(false)}
        title="Sheet"
        done={{ onPress: () => setSheet(false) }}
      >
        <p style={{ padding: 24 }}>Drag it down by its head.</p>
      </Sheet>
      <AlertDialog
        open={alert}
        title="Delete station"
        text="The station and all its history are removed. This cannot be undone."
        confirm="Delete"
        danger
        onConfirm={() => setAlert(false)}
        onCancel={() => setAlert(false)}
      />
    </Page>
  )
}
