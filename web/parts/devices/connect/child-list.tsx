import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../../paths.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { StatusPill } from '../../states/status-pill.tsx'
import parts from '../parts.module.css'
import { type InverterNames, useChildWords } from './child-words.ts'
import type { Child } from './found-children.ts'
import { Windowed } from '../../../kit/windowed.tsx'

const shownFirst = 10

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
  const { partsOf } = useChildWords(inverters)
  const [all, setAll] = useState(false)
  if (list.length === 0) return null
  const shown = all ? list : list.slice(0, shownFirst)
  return (
    <Card flush title={title}>
      {text !== undefined && <p className={parts.under}>{text}</p>}
      <Rows columns>
        <Windowed items={shown} as="div" rowHeight={64}>
          {(piece) =>
            piece.map((one) => (
              <Row
                key={one.id}
                label={one.name || one.sn}
                hint={<Dotted parts={partsOf(one)} />}
                to={pathToDevice(one.kind, one.id)}
                {...(showsState && {
                  value: (
                    <StatusPill
                      status={
                        one.online ? (one.state ?? 'online') : one.lastAt === null ? 'unknown' : 'offline'
                      }
                      plain
                    />
                  ),
                })}
              />
            ))
          }
        </Windowed>
      </Rows>
      {list.length > shownFirst && (
        <Button kind="plain" wide onClick={() => setAll(!all)}>
          {all ? t('showLess') : t('showAll', { count: String(list.length) })}
        </Button>
      )}
    </Card>
  )
}
