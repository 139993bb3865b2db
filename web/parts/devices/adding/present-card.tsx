import { reportedKinds } from '#domain/devices/kinds.ts'
import { createElement } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { Card } from '../../../kit/card.tsx'
import { Dotted } from '../../../kit/dotted.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { pathToDevice } from '../../../paths.ts'
import { kindIcons } from '../../states/kind-icons.ts'
import { nameOf } from '../device-facts.ts'
import type { StationDevice } from './adding-draft.ts'

/** What the station has already: behind which inverter, in which string how many, and of the other kinds. */
export function PresentCard({ devices }: { devices: readonly StationDevice[] }) {
  const t = useTranslations('addDevices')
  const words = useKindWords()
  const format = useFormat()
  const inverters = devices.filter(({ kind }) => kind === 'inverter')
  const rest = reportedKinds.flatMap((kind) => {
    const count = devices.filter(
      (one) => one.kind === kind && one.kind !== 'inverter' && one.parentId === null,
    ).length
    return count > 0 ? [{ kind, count }] : []
  })
  if (inverters.length + rest.length === 0) return null
  const stringsOf = (inverterId: string): string[] => {
    const counts = new Map<number, number>()
    for (const { parentId, stringNo } of devices)
      if (parentId === inverterId && stringNo !== null) counts.set(stringNo, (counts.get(stringNo) ?? 0) + 1)
    return [...counts]
      .sort(([a], [b]) => a - b)
      .map(([no, count]) => t('inString', { no: String(no), count: format.number(count) }))
  }
  return (
    <Card flush title={t('present')}>
      <Rows>
        {inverters.map((one) => (
          <Row
            key={one.id}
            icon={createElement(kindIcons.inverter, { size: 20, 'aria-hidden': true })}
            label={nameOf(one)}
            hint={<Dotted parts={[one.model, ...stringsOf(one.id)]} />}
            value={t('behind', { count: devices.filter(({ parentId }) => parentId === one.id).length })}
            to={pathToDevice('inverter', one.id)}
          />
        ))}
        {rest.map(({ kind, count }) => (
          <Row
            key={kind}
            icon={createElement(kindIcons[kind], { size: 20, 'aria-hidden': true })}
            label={words.many(kind)}
            value={format.number(count)}
          />
        ))}
      </Rows>
    </Card>
  )
}
