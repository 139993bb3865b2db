import { ChevronDown } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { HeatCell, PlanMetric } from '#domain/telemetry/heat.ts'
import { pathToDevice } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { Go } from '../../../kit/navigation/go.tsx'
import type { DeviceData } from '../use-array.ts'
import type { Cell } from './plan.ts'
import { deviationOf, medianOf, perModule } from './scale.ts'
import styles from './details.module.css'
import shared from '../topology.module.css'
import { Windowed } from '../../../kit/windowed.tsx'

type HeatTableProps = {
  cells: readonly Cell[]
  heat: ReadonlyMap<string, HeatCell>
  shares: ReadonlyMap<string, number>
  devices: ReadonlyMap<string, DeviceData>
  metric: PlanMetric
  stringOf: (stringId: string | null) => string
  onClose: () => void
}

/** The picture in words: a line a string, and each opens to its modules. No more than one is in the page at a time. */
export function HeatTable(props: HeatTableProps) {
  const { cells, stringOf } = props
  const t = useTranslations('topology.table')
  const groups = useMemo(() => {
    const found = new Map<string | null, Cell[]>()
    for (const cell of cells) {
      const group = found.get(cell.place.stringId)
      if (group) group.push(cell)
      else found.set(cell.place.stringId, [cell])
    }
    return [...found].map(([id, members]) => ({ id, members, name: stringOf(id) }))
  }, [cells, stringOf])
  const [open, setOpen] = useState<string | null | undefined>(() =>
    groups.length === 1 ? groups[0]?.id : undefined,
  )
  return (
    <Card
      flush
      title={t('title')}
      action={
        <button type="button" className={shared.link} onClick={props.onClose}>
          {t('hide')}
        </button>
      }
    >
      {groups.map(({ id, members, name }) => (
        <Group
          key={id ?? 'none'}
          {...props}
          name={name}
          members={members}
          open={open === id}
          onOpen={() => setOpen(open === id ? undefined : id)}
        />
      ))}
    </Card>
  )
}

type GroupProps = HeatTableProps & {
  name: string
  members: readonly Cell[]
  open: boolean
  onOpen: () => void
}

function Group({ name, members, open, onOpen, heat, shares, devices, metric }: GroupProps) {
  const t = useTranslations('topology')
  const format = useFormat()
  const id = useId()
  const known = members.flatMap(({ place }) => perModule(heat.get(place.id), shares.get(place.id)) ?? [])
  const middle = medianOf(known)
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={open} aria-controls={id} onClick={onOpen}>
        <span className={styles.foldName}>{name}</span>
        <span className={styles.foldValue}>
          {t('table.median', { value: format.text(metric, middle) })}
          <small>{t('table.known', { known: String(known.length), all: String(members.length) })}</small>
        </span>
        <ChevronDown size={18} aria-hidden />
      </button>
      <div id={id}>
        {open && (
          <table className={styles.table}>
            <caption className="sr-only">{name}</caption>
            <thead>
              <tr>
                <th scope="col">{t('table.place')}</th>
                <th scope="col">{t('table.device')}</th>
                <th scope="col">{t(`metric.${metric}`)}</th>
                <th scope="col">{t('table.deviation')}</th>
              </tr>
            </thead>
            <tbody>
              <Windowed items={members} as="tr" rowHeight={49}>
                {(piece) =>
                  piece.map((cell) => {
                    const device = devices.get(cell.place.deviceId ?? '')
                    const one = heat.get(cell.place.id)
                    const deviation = deviationOf(cell, members, heat, shares)
                    const state = one?.state ?? 'empty'
                    return (
                      <tr key={cell.place.id}>
                        <th scope="row">{cell.place.position ?? '–'}</th>
                        <td>
                          {device ? (
                            <Go to={pathToDevice(device.kind, device.id)} className={shared.link}>
                              {device.sn}
                            </Go>
                          ) : (
                            t('state.empty')
                          )}
                        </td>
                        <td>
                          {state === 'value' || state === 'zero'
                            ? format.text(metric, one?.value ?? null)
                            : t(`state.${state}`)}
                        </td>
                        <td>
                          {deviation === null
                            ? '–'
                            : `${deviation >= 0.0005 ? '+' : ''}${format.number(deviation * 100, 1, 1)}%`}
                        </td>
                      </tr>
                    )
                  })
                }
              </Windowed>
            </tbody>
          </table>
        )}
      </div>
    </>
  )
}
