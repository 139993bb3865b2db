import { Printer, RefreshCw, ShieldCheck, ShieldOff, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ControlAct } from '#domain/commands/control-ops.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { useWatchedStation } from '../stations/station-queries.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Chips } from '../../kit/chips.tsx'
import { classes } from '../../kit/classes.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Note } from '../states/note.tsx'
import { statusTone } from '../states/status-pill.tsx'
import { BoardList } from './board-list.tsx'
import { BoardRecord } from './board-record.tsx'
import { useBoardSentence, verdictLooks, type Verdict } from './board-words.ts'
import styles from './control.module.css'
import { LazyActSheet } from './lazy-act-sheet.ts'
import { type Board, useBoard } from './control-queries.ts'
import { useReadNow } from './read-now.ts'
import { useActWords } from '../log/use-act-words.ts'
import { Waiting } from '../../app/failure/waiting.tsx'

type Away = { id: string; name: string; sn: string }
type BoardPartProps = {
  stationId: string
  /** Gateways that nothing reaches now. */
  away: readonly Away[]
  /** One gateway at least can be told something. */
  reached: boolean
}

/** Keep-alive, switch and voltage of every shutdown device of a station. */
export function BoardPart({ stationId, ...gateways }: BoardPartProps) {
  const t = useTranslations('control.board')
  const found = useBoard(stationId)
  const mayAdd = useAllowed('device:device:add', stationId)
  useWatchedStation(stationId)
  if (!found.data)
    return (
      <Waiting of={found}>
        <SkeletonCard />
        <SkeletonCard kind="rows" rows={6} />
      </Waiting>
    )
  if (found.data.devices.length === 0)
    return (
      <EmptyState
        icon={<ShieldOff size={26} aria-hidden />}
        title={t('none')}
        {...(mayAdd && { text: t('noneText') })}
      />
    )
  return <Loaded board={found.data} {...gateways} />
}

type LoadedProps = Omit<BoardPartProps, 'stationId'> & { board: Board }

function Loaded({ board, away, reached }: LoadedProps) {
  const t = useTranslations('control.board')
  const control = useTranslations('control')
  const words = useActWords()
  const format = useFormat()
  const sentence = useBoardSentence()
  const mayControl = useAllowed('device:control:send', board.station.id)
  const { busy, read } = useReadNow()
  const [only, setOnly] = useState<Verdict | 'all'>('all')
  const [act, setAct] = useState<ControlAct | null>(null)
  const { counts, last, devices, station } = board
  const ids = devices.map(({ deviceId }) => deviceId)
  const tone = counts.live > 0 ? 'live' : counts.unknown > 0 ? 'unknown' : 'safe'
  const { Icon } = verdictLooks[tone]
  const shown = devices.filter(({ verdict }) => only === 'all' || verdict === only)
  return (
    <>
      <div className={styles.board}>
        <Card className={styles.noPrint}>
          {away.length > 0 && (
            <div className={styles.away}>
              <Note tone="offline" icon={<Unplug size={18} />}>
                <p>
                  {t('away', {
                    gateways: away
                      .map(({ name, sn }) => name || sn)
                      .join(format.language === 'en' ? ', ' : '、'),
                  })}
                </p>
                <Go to={pathTo('gateway-detail', { deviceId: away[0]?.id ?? '' })}>{t('toGateway')}</Go>
              </Note>
            </div>
          )}
          <div className={classes(styles.verdict, statusTone(verdictLooks[tone].tone))} aria-live="polite">
            <Icon size={34} aria-hidden />
            <p className={styles.verdictText}>{sentence(board)}</p>
          </div>
          <div className={styles.counts}>
            {(['safe', 'live', 'unknown'] as const).map((verdict) => (
              <div key={verdict} className={styles.count}>
                <span className={styles.countNumber} data-testid={`board-${verdict}`}>
                  {counts[verdict]}
                </span>
                <span className={classes(styles.pill, statusTone(verdictLooks[verdict].tone))}>
                  {t(`verdict.${verdict}`)}
                </span>
              </div>
            ))}
          </div>
          <p className={styles.hint}>
            {last === null
              ? t('never')
              : t('last', {
                  op: words.act('switch', { on: last.on }),
                  by: last.by.name,
                  at: format.instant(last.askedAt, station.timeZone),
                })}
          </p>
          <p className={styles.warn}>{t(counts.safe === counts.total ? 'allSafe' : 'unknownText')}</p>
          {mayControl && (
            <Button
              wide
              kind={reached ? 'danger' : 'quiet'}
              icon={<ShieldCheck size={18} aria-hidden />}
              onClick={() => setAct({ op: 'switch', on: false })}
            >
              {t(reached ? 'shutAll' : 'shutAllAway')}
            </Button>
          )}
          <div className={styles.acts}>
            {mayControl && (
              <Button
                kind="quiet"
                busy={busy}
                disabled={!reached}
                icon={<RefreshCw size={18} aria-hidden />}
                onClick={() => void read(station.id, ids)}
              >
                {t('readAll')}
              </Button>
            )}
            <Button kind="quiet" icon={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
              {t('print')}
            </Button>
          </div>
        </Card>
        <div className={styles.noPrint}>
          <Chips
            label={t('filter')}
            options={[
              { value: 'all' as const, label: control('filterAll'), count: String(counts.total) },
              ...(['live', 'unknown', 'safe'] as const)
                .filter((verdict) => counts[verdict] > 0)
                .map((value) => ({ value, label: t(`verdict.${value}`), count: String(counts[value]) })),
            ]}
            value={only}
            onChange={setOnly}
          />
        </div>
        <BoardList devices={shown} limitV={board.safeBelowV} />
      </div>
      <BoardRecord board={board} />
      {act && (
        <LazyActSheet
          stationId={station.id}
          act={act}
          deviceIds={ids}
          onClose={() => setAct(null)}
          onSent={(controlId) => {
            setAct(null)
            navigate.push(pathTo('remote-control', { stationId: station.id, controlId }))
          }}
        />
      )}
    </>
  )
}
