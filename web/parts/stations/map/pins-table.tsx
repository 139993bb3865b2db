import { memo, useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { StationMark } from './use-pins.ts'

const shownAtMost = 200

/** The map for those who do not see it: the same stations as a table, worst first. */
export function PinsTable({ marks }: { marks: readonly StationMark[] }) {
  const t = useTranslations('map')
  // Nobody looks at it: the map goes first.
  const shown = useDeferredValue(marks)
  const more = shown.length - shownAtMost
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
          {shown.slice(0, shownAtMost).map(({ id, station }) => (
            <PinRow key={id} station={station} />
          ))}
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
