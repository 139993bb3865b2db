import { useTranslations } from 'use-intl'
import { told, type Entry, type Told } from './told.ts'
import { useActWords } from './use-act-words.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { useSentence } from '../../app/phrases/use-sentence.ts'
import { phoneZone, wallDay } from '../../kit/words/wall-clock.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { actWords } from './act-words.ts'
import styles from './log.module.css'
import { Windowed } from '../../kit/windowed.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'
import type { Listed } from '../../app/lists/use-pages.ts'

/** Entries that follow each other on one calendar day of the zone. */
const byDay = (lines: readonly Told[], timeZone: string): { day: string; lines: Told[] }[] => {
  const days: { day: string; lines: Told[] }[] = []
  for (const line of lines) {
    const day = wallDay(line.entry.at, timeZone)
    const last = days.at(-1)
    if (last?.day === day) last.lines.push(line)
    else days.push({ day, lines: [line] })
  }
  return days
}

/** What people did, the newest first, page by page. `timeZone`: of the station it is about; without one the phone's. */
export function LogList({ list, timeZone }: { list: Listed<Entry>; timeZone?: string }) {
  const t = useTranslations('log')
  const format = useFormat()
  const zone = timeZone ?? phoneZone()
  const clock = t(timeZone === undefined ? 'phoneClock' : 'stationClock')
  return (
    <PagedList
      list={list}
      lines={6}
      inline
      empty={<EmptyState inline title={t('none')} text={t('noneText')} />}
      more={t('more')}
    >
      {(entries) => {
        const all = told(entries)
        return (
          <Windowed items={all} as="div" rowHeight={70}>
            {(piece, from) => {
              const before = all[from - 1]
              const goesOn = before && wallDay(before.entry.at, zone)
              return byDay(piece, zone).map(({ day, lines }, section) => (
                <section key={day} className={styles.day} aria-label={format.day(day)}>
                  {day !== goesOn && (
                    <h3>
                      <Dotted parts={[format.day(day), from + section === 0 && clock]} />
                    </h3>
                  )}
                  <ol>
                    {lines.map((line, no) => (
                      // Two entries may be alike in everything; their order is fixed.
                      // oxlint-disable-next-line no-array-index-key -- nothing else tells them apart, and they never move
                      <Line key={`${line.entry.at} ${no}`} {...line} timeZone={zone} />
                    ))}
                  </ol>
                </section>
              ))
            }}
          </Windowed>
        )
      }}
    </PagedList>
  )
}

function useActText(): (entry: Entry) => string {
  const t = useTranslations('log')
  const { act } = useActWords()
  return ({ action, command }) => {
    const words = actWords(action)
    if ('tried' in words) return t(`tried.${words.tried}`, { area: t(`area.${words.area}` as 'area.other') })
    const key = `act.${words.act}` as 'act.other'
    const text = t(t.has(key) ? key : 'act.other')
    return command === null ? text : t('command', { act: text, command: act(command.op, command.args) })
  }
}

function Line({ entry, times, timeZone }: Told & { timeZone: string }) {
  const t = useTranslations('log')
  const format = useFormat()
  const sentence = useSentence()
  const act = useActText()(entry)
  const refused = entry.result !== 'done'
  return (
    <li className={styles.line}>
      <p className={styles.what}>
        <Dotted
          parts={[
            act,
            entry.object !== null &&
              (entry.command !== null && entry.command.others > 0
                ? t('andMore', { name: entry.object.name, count: String(entry.command.others) })
                : entry.object.name),
          ]}
        />
      </p>
      <p className={styles.who}>
        <Dotted
          parts={[
            entry.person?.name ?? t(refused ? 'nobody' : 'installation'),
            format.clock(entry.at, timeZone),
            times > 1 && t('times', { count: format.number(times) }),
          ]}
        />
      </p>
      {refused && (
        <p className={styles.refused}>{t('refusedWith', { why: sentence(entry.result) ?? entry.result })}</p>
      )}
    </li>
  )
}
