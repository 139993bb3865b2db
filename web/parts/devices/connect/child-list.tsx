import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { useWide } from '../../../app/shell/width.ts'
import { pathToDevice } from '../../../paths.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { LevelPill, StatusPill } from '../../states/status-pill.tsx'
import parts from '../parts.module.css'
import { type InverterNames, useChildWords } from './child-words.ts'
import styles from './connect.module.css'
import type { Child } from './found-children.ts'
import { Windowed } from '../../../kit/windowed.tsx'

const shownFirst = { narrow: 10, wide: 40 } as const

/** An inverter stands once over those below it, and not in each of them. */
const unnamed: InverterNames = new Map()

/** Devices of one side of the comparison; nothing when there is none. */
export function ChildList({
  title,
  text,
  list,
  inverters,
  showsState = false,
}: {
  title: string
  text?: string
  list: readonly Child[]
  inverters: InverterNames
  showsState?: boolean
}) {
  const t = useTranslations('connect')
  const words = useKindWords()
  const { partsOf } = useChildWords(unnamed)
  const { partsOf: partsWithInverter } = useChildWords(inverters)
  const [all, setAll] = useState(false)
  const most = shownFirst[useWide() ? 'wide' : 'narrow']
  if (list.length === 0) return null
  const shown = all ? list : list.slice(0, most)
  // What has an open alarm stands before all, whatever it hangs on, and names its inverter itself.
  const headOf = ({ alarmLevel, parentId, kind }: Child): string =>
    alarmLevel ? t('attention') : ((parentId && inverters.get(parentId)) ?? words.many(kind))
  const parted = list.some((one) => headOf(one) !== words.many(one.kind))
  return (
    <Card flush title={title}>
      {text !== undefined && <p className={parts.under}>{text}</p>}
      <Rows columns>
        <Windowed items={shown} as="div" rowHeight={64}>
          {(piece, from) =>
            piece.map((one, no) => {
              const before = shown[from + no - 1]
              const head = before && headOf(before) === headOf(one) ? undefined : headOf(one)
              return (
                <Fragment key={one.id}>
                  {parted && head !== undefined && <h3 className={styles.of}>{head}</h3>}
                  <Row
                    label={one.name || one.sn}
                    hint={<Dotted parts={(one.alarmLevel ? partsWithInverter : partsOf)(one)} />}
                    to={pathToDevice(one.kind, one.id)}
                    {...(showsState && {
                      value: one.alarmLevel ? (
                        <LevelPill level={one.alarmLevel} />
                      ) : (
                        <StatusPill
                          status={
                            one.online ? (one.state ?? 'online') : one.lastAt === null ? 'unknown' : 'offline'
                          }
                          plain
                        />
                      ),
                    })}
                  />
                </Fragment>
              )
            })
          }
        </Windowed>
      </Rows>
      {list.length > most && (
        <Button kind="plain" wide onClick={() => setAll(!all)}>
          {all ? t('showLess') : t('showAll', { count: String(list.length) })}
        </Button>
      )}
    </Card>
  )
}
