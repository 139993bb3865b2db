import { memo, useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import { inParts } from '../../../kit/words/in-parts.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { GroupMark, MapMark, StationMark } from './use-pins.ts'

const shownAtMost = 200

/** The map for those who do not see it: the same stations as a table, worst first; those told together in one row. */
export function PinsTable({ marks }: { marks: readonly MapMark[] }) {
  const t = useTranslations('map')
  // Nobody looks at it: the map goes first.
  const told = useDeferredValue(marks)
  const shown = told.slice(0, shownAtMost)
  const more = told.slice(shownAtMost).reduce((sum, mark) => sum + mark.count, 0)
  return (
    <div className="sr-only">
      <table>
        <caption>{t('twin')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('twinName')}</th>
            <th scope="col">{t('twinState')}</th>
            <th scope="col">{t('twinPower')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((mark) =>
            'station' in mark ? (
              <PinRow key={mark.id} station={mark.station} />
            ) : (
              <GroupRow key={mark.id} group={mark.group} />
            ),
          )}
        </tbody>
      </table>
      {more > 0 && <p>{t('twinMore', { count: more })}</p>}
    </div>
  )
}

const PinRow = memo(function PinRow({ station }: Pick<StationMark, 'station'>) {
  const state = useTranslations('state')
  const format = useFormat()
  return (
    <tr>
      <th scope="row">{station.name}</th>
      <td>{state(station.condition)}</td>
      <td>{format.text('power', station.powerW)}</td>
    </tr>
  )
})

/** How many stand together, and in which conditions; what they give together nobody was told. */
const GroupRow = memo(function GroupRow({ group }: Pick<GroupMark, 'group'>) {
  const t = useTranslations('map')
  const state = useTranslations('state')
  const format = useFormat()
  return (
    <tr>
      <th scope="row">{t('twinGroup', { count: group.stations })}</th>
      <td>
        {inParts(
          stationConditions.map((condition) => {
            const count = group.conditions[condition]
            return count === undefined ? null : `${state(condition)} ${format.number(count)}`
          }),
        )}
      </td>
      <td>{format.text('power', null)}</td>
    </tr>
  )
})
