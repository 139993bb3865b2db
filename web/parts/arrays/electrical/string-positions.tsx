import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { classes } from '../../../kit/classes.ts'
import { tailOf, type MemberKind, type Site, type StringRow } from '../site.ts'
import { StringBadge } from '../string-badge.tsx'

import styles from './electrical.module.css'

/** A device that was tapped, or a free position that was. */
export type Hand = { deviceId: string } | { stringId: string; position: number } | null

type StringPositionsProps = {
  site: Site
  string: StringRow
  kind: MemberKind
  hand: Hand
  /** Devices that somebody else has moved a moment ago. */
  fresh: ReadonlySet<string>
  openAtFirst: boolean
  onTap: (stringId: string, position: number) => void
  onDevice: (deviceId: string) => void
}

const inRow = 6

/** One string: a row of numbered positions, as many as are used and a few free ones. */
export function StringPositions({
  site,
  string,
  kind,
  hand,
  fresh,
  openAtFirst,
  onTap,
  onDevice,
}: StringPositionsProps) {
  const t = useTranslations('arrays')
  const words = useKindWords()
  const format = useFormat()
  const [open, setOpen] = useState(openAtFirst)
  const members = site.inString(string.id, kind)
  const last = members.reduce((most, { id }) => Math.max(most, site.hang(id).position ?? 0), 0)
  const start = hand && 'position' in hand && hand.stringId === string.id ? hand.position : 0
  const count = Math.ceil((Math.max(last, start) + 1) / inRow) * inRow
  const loose = members.filter(({ id }) => site.hang(id).position === null)
  const deviceId = hand && 'deviceId' in hand ? hand.deviceId : null
  const label = t('string', { no: String(string.no) })
  return (
    <div
      className={styles.string}
      // About as high as it will be once it is drawn, so that nothing below it moves then.
      style={{ containIntrinsicSize: `auto ${open ? 58 + 56 * (count / inRow) : 48}px` }}
    >
      <button type="button" className={styles.stringHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        <StringBadge no={string.no} small />
        <span className={styles.stringName}>
          {label}
          {string.name && <small> {string.name}</small>}
        </span>
        <span className={styles.stringCount}>
          <Dotted
            parts={[
              words.count(kind, members.length),
              string.capacityW !== null && format.text('power', string.capacityW),
            ]}
          />
        </span>
        <ChevronDown size={18} className={classes(styles.turn, open && styles.opened)} aria-hidden />
      </button>
      {open && (
        <div className={styles.positions} role="group" aria-label={label}>
          {Array.from({ length: count }, (_, at) => at + 1).map((position) => {
            const there = site.member(site.atPosition(kind, string.id, position) ?? '')
            const modules = there ? site.hang(there.id).modules : 1
            const isHand =
              (there !== undefined && there.id === deviceId) || (start === position && start !== 0)
            return (
              <button
                key={position}
                type="button"
                className={classes(
                  styles.position,
                  there && styles.filled,
                  isHand && styles.chosen,
                  there && fresh.has(there.id) && styles.fresh,
                )}
                aria-pressed={isHand}
                aria-label={`${t('position', { no: String(position) })}: ${there?.sn ?? t('stage.empty')}`}
                onClick={() => onTap(string.id, position)}
              >
                {/* The end of the serial is drawn by the style: the label says all of it. */}
                <small data-modules={modules > 1 ? ` ×${modules}` : undefined}>{position}</small>
                <span data-text={there ? tailOf(there.sn) : '+'} />
              </button>
            )
          })}
        </div>
      )}
      {open && loose.length > 0 && (
        <div className={styles.loose}>
          <span>{t('tray.loose')}</span>
          <div className={styles.chips}>
            {loose.map(({ id, sn }) => (
              <button
                key={id}
                type="button"
                className={classes(styles.chip, id === deviceId && styles.chosen)}
                aria-pressed={id === deviceId}
                aria-label={t('tray.choose', { sn })}
                onClick={() => onDevice(id)}
              >
                <span data-text={`…${tailOf(sn, 5)}`} />
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
