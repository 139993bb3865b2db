import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { useBoardSentence, useBoardWords } from './board-words.ts'
import type { Board } from './control-queries.ts'
import styles from './record.module.css'
import { useActWords } from '../log/use-act-words.ts'
import { Windowed } from '../../kit/windowed.tsx'

/** The board as a page to be printed and signed; on the screen it is not shown. */
export function BoardRecord({ board }: { board: Board }) {
  const t = useTranslations('control.board')
  const acts = useActWords()
  const words = useBoardWords()
  const format = useFormat()
  const sentence = useBoardSentence()
  const { station, last } = board
  const zone = station.timeZone
  return (
    <section className={styles.record} aria-hidden>
      <h1>{t('record')}</h1>
      <dl>
        <dt>{t('recordStation')}</dt>
        <dd>
          {station.name} ({t('recordCode')} {station.code})
        </dd>
        <dt>{t('recordAt')}</dt>
        <dd>
          {format.instant(board.at, zone)} ({zone})
        </dd>
      </dl>
      <p className={styles.sentence}>{sentence(board)}</p>
      <p>
        {last === null
          ? t('never')
          : t('last', {
              op: acts.act('switch', { on: last.on }),
              by: last.by.name,
              at: format.instant(last.askedAt, zone),
            })}
      </p>
      <table>
        <thead>
          <tr>
            <th>{t('device')}</th>
            <th>{t('keepalive')}</th>
            <th>{t('switch')}</th>
            <th>{t('voltage')}</th>
            <th>{t('age')}</th>
            <th>{t('confirmedIn')}</th>
            <th>{t('filter')}</th>
          </tr>
        </thead>
        <tbody>
          <Windowed items={board.devices} as="tr" rowHeight={24}>
            {(piece) =>
              piece.map((one) => (
                <tr key={one.deviceId}>
                  <td>{one.name ? `${one.name} (${one.sn})` : one.sn}</td>
                  <td>{words.keepalive(one.keepalive)}</td>
                  <td>{words.closed(one.closed)}</td>
                  <td>{words.volts(one.volts)}</td>
                  <td>{one.readAt === null ? '–' : format.instant(one.readAt, zone)}</td>
                  <td>
                    {one.confirmedAfterMs === null
                      ? '–'
                      : t('after', { seconds: String(Math.round(one.confirmedAfterMs / 1000)) })}
                  </td>
                  <td>{t(`verdict.${one.verdict}`)}</td>
                </tr>
              ))
            }
          </Windowed>
        </tbody>
      </table>
      <p>{t('unknownText')}</p>
      <p className={styles.signature}>{t('signature')}</p>
    </section>
  )
}
