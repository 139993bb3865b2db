import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { actOf } from '#domain/commands/control-ops.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { useWatchedStation } from '../stations/station-queries.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Chips } from '../../kit/chips.tsx'
import { classes } from '../../kit/classes.ts'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import styles from './control.module.css'
import { LazyActSheet } from './lazy-act-sheet.ts'
import { type Control, type Outcome, useControl } from './control-queries.ts'
import { OutcomePill, outcomes, outcomeTone } from './outcome-pill.tsx'
import { ResultRow } from './result-row.tsx'
import { Steps } from './steps.tsx'
import { LimitsCard } from './limits-card.tsx'
import { WaysOut } from './ways-out.tsx'
import { useActWords } from '../log/use-act-words.ts'
import { WaitingRow } from './waiting-card.tsx'
import { Windowed } from '../../kit/windowed.tsx'
import { Waiting } from '../../app/failure/waiting.tsx'

/** One act: how many came to which word, each device with its reason, each gateway with its steps. */
export function ResultPart({
  controlId,
  onRefresh,
}: {
  controlId: string
  onRefresh: () => Promise<unknown>
}) {
  const found = useControl(controlId)
  const control = found.data?.control
  useWatchedStation(control?.station.id ?? '')
  if (!control)
    return (
      <Waiting of={found}>
        <SkeletonCard />
        <SkeletonCard kind="rows" rows={6} />
      </Waiting>
    )
  return <Result control={control} onRefresh={onRefresh} />
}

function Result({ control, onRefresh }: { control: Control; onRefresh: () => Promise<unknown> }) {
  const t = useTranslations('control')
  const words = useActWords()
  const format = useFormat()
  const [only, setOnly] = useState<Outcome | 'all'>('all')
  const [retrying, setRetrying] = useState(false)
  const [refreshing, setRefreshing] = useState(false)
  const { counts, total, station, devices } = control
  const mayControl = useAllowed('device:control:send', station.id)
  const done = counts.success + counts.fail + counts.abnormal
  const failed = devices.filter(({ outcome }) => outcome === 'fail' || outcome === 'abnormal')
  const act = actOf(control.op, control.args)
  const shown = devices.filter(({ outcome }) => only === 'all' || outcome === only)
  return (
    <>
      <Card>
        <h2 className={styles.act}>{words.act(control.op, control.args)}</h2>
        <p className={styles.hint}>
          <Dotted
            parts={[
              station.name,
              t('askedLine', {
                by: control.askedBy.name,
                at: format.instant(control.askedAt, station.timeZone),
              }),
            ]}
          />
        </p>
        {control.decidedBy && control.state === 'sent' && (
          <p className={styles.hint}>{t('decidedLine', { by: control.decidedBy.name })}</p>
        )}
        {control.despite && <p className={styles.hint}>{t('despiteLine')}</p>}
        {control.state === 'sent' && (
          <>
            <div className={classes(styles.counts, styles.four)} aria-live="polite">
              {outcomes.map((outcome) => (
                <div key={outcome} className={styles.count}>
                  <span className={styles.countNumber} data-testid={`count-${outcome}`}>
                    {counts[outcome]}
                  </span>
                  <OutcomePill outcome={outcome} />
                </div>
              ))}
            </div>
            <div className={styles.bar} aria-hidden>
              {outcomes
                .filter((outcome) => outcome !== 'in_progress' && counts[outcome] > 0)
                .map((outcome) => (
                  <span
                    key={outcome}
                    className={outcomeTone(outcome)}
                    style={{ flexGrow: counts[outcome] }}
                  />
                ))}
              {counts.in_progress > 0 && (
                <span className={styles.barOpen} style={{ flexGrow: counts.in_progress }} />
              )}
            </div>
            <p className={styles.hint}>{t('progress', { done: String(done), total: String(total) })}</p>
            <div className={styles.hintLine}>
              {/* Once every device has answered there is nothing to wait for. */}
              {counts.in_progress > 0 && <p>{t('hint')}</p>}
              <Button
                kind="soft"
                small
                busy={refreshing}
                onClick={() => {
                  setRefreshing(true)
                  void onRefresh().finally(() => setRefreshing(false))
                }}
              >
                {t('refresh')}
              </Button>
            </div>
          </>
        )}
        {control.state === 'refused' && <p>{t('waiting.refused', { remark: control.remark })}</p>}
        {control.state === 'expired' && <p>{t('waiting.expired')}</p>}
      </Card>
      {control.state === 'waiting' && (
        <Card flush title={t('waiting.title')}>
          <WaitingRow control={control} />
        </Card>
      )}
      {mayControl && failed.length > 0 && act && (
        <Button wide kind="soft" icon={<RotateCcw size={18} aria-hidden />} onClick={() => setRetrying(true)}>
          {t('retryFailed', { count: String(failed.length) })}
        </Button>
      )}
      {control.state === 'sent' && total > 8 && (
        <Chips
          label={t('filterOutcome')}
          options={[
            { value: 'all' as const, label: t('filterAll'), count: String(total) },
            ...outcomes
              .filter((outcome) => counts[outcome] > 0)
              .map((outcome) => ({
                value: outcome,
                label: t(`outcome.${outcome}`),
                count: String(counts[outcome]),
              })),
          ]}
          value={only}
          onChange={setOnly}
        />
      )}
      <LimitsCard stationId={station.id} timeZone={station.timeZone} controlId={control.id} />
      <WaysOut devices={devices} />
      <Card flush title={t('devices')}>
        <ul className={styles.results}>
          <Windowed items={shown} as="li" rowHeight={68}>
            {(piece) =>
              piece.map((one) => <ResultRow key={one.deviceId} result={one} timeZone={station.timeZone} />)
            }
          </Windowed>
        </ul>
      </Card>
      {control.commands.map((command) => (
        <Card key={command.id} title={t('toGateway', { name: command.gateway.name || command.gateway.sn })}>
          <Steps command={command} timeZone={station.timeZone} />
        </Card>
      ))}
      {retrying && act && (
        <LazyActSheet
          stationId={station.id}
          act={act}
          deviceIds={failed.map(({ deviceId }) => deviceId)}
          retryOf={control.id}
          onClose={() => setRetrying(false)}
          onSent={(controlId) => {
            setRetrying(false)
            navigate.push(pathTo('remote-control', { stationId: station.id, controlId }))
          }}
        />
      )}
    </>
  )
}
