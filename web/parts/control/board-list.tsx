import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Windowed } from '../../kit/windowed.tsx'
import { BoardRow, VerdictPill } from './board-row.tsx'
import { boardShared, type BoardShared } from './board-shared.ts'
import { useBoardWords } from './board-words.ts'
import styles from './control.module.css'
import type { BoardDevice } from './control-queries.ts'

type BoardListProps = { devices: readonly BoardDevice[]; limitV: number }

/** Devices of a board by number; what is the same of all of them is said once, at the head. */
export function BoardList({ devices, limitV }: BoardListProps) {
  const shared = boardShared(devices)
  return (
    <Card flush className={styles.noPrint}>
      {Object.values(shared).some((one) => one !== null) && <Shared of={shared} />}
      <ul className={styles.results}>
        <Windowed items={devices} as="li" rowHeight={44}>
          {(piece) =>
            piece.map((one) => <BoardRow key={one.deviceId} device={one} limitV={limitV} shared={shared} />)
          }
        </Windowed>
      </ul>
    </Card>
  )
}

function Shared({ of: { verdict, reason, keepalive, closed, readAt } }: { of: BoardShared }) {
  const t = useTranslations('control.board')
  const reasons = useTranslations('device.shutdown.reason')
  const format = useFormat()
  const words = useBoardWords()
  const now = useNow()
  return (
    <div className={classes(styles.result, styles.shared)}>
      <span className={styles.resultName}>
        {reason && <span>{reasons(reason)}</span>}
        <span className={styles.hint}>
          <Dotted
            parts={[
              keepalive !== null && `${t('keepalive')} ${words.keepalive(keepalive)}`,
              closed !== null && `${t('switch')} ${words.closed(closed)}`,
              readAt !== null && format.age(readAt, now),
            ]}
          />
        </span>
      </span>
      {verdict && <VerdictPill verdict={verdict} />}
    </div>
  )
}
