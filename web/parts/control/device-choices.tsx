import type { ReactNode } from 'react'
import { givesPower } from '#domain/devices/kinds.ts'
import { shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { useTranslations } from 'use-intl'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import type { DeviceData } from '../stations/station-queries.ts'
import { StatusPill } from '../states/status-pill.tsx'
import { type StringChoice, toggleAll } from './choices.ts'
import styles from './control.module.css'
import { Windowed } from '../../kit/windowed.tsx'

type ChoicesProps = { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void }

const statusOf = (one: DeviceData) =>
  one.online
    ? one.kind === 'gateway'
      ? 'online'
      : (one.state ?? 'online')
    : one.lastAt === null
      ? null
      : 'offline'

type TicksProps<T> = ChoicesProps & {
  label: string
  items: readonly T[]
  /** The devices that one line stands for: it is ticked with all of them. */
  idsOf: (one: T) => readonly string[]
  children: (one: T) => { text: string; hint: ReactNode; end?: ReactNode }
}

function Ticks<T extends { id: string }>({ label, items, idsOf, chosen, onChange, children }: TicksProps<T>) {
  return (
    <ul className={styles.choices} aria-label={label}>
      <Windowed items={items} as="li" rowHeight={60}>
        {(piece) =>
          piece.map((one) => {
            const { text, hint, end } = children(one)
            return (
              <li key={one.id}>
                <label className={styles.choice}>
                  <input
                    type="checkbox"
                    checked={idsOf(one).every((id) => chosen.has(id))}
                    onChange={() => onChange(toggleAll(chosen, idsOf(one)))}
                  />
                  <span className={styles.choiceText}>
                    {text}
                    <span className={styles.hint}>{hint}</span>
                  </span>
                  {end && <span className={styles.choiceEnd}>{end}</span>}
                </label>
              </li>
            )
          })
        }
      </Windowed>
    </ul>
  )
}

type DeviceChoicesProps = ChoicesProps & {
  devices: readonly DeviceData[]
  /** The day whose energies are shown in place of powers; null = powers say more. */
  rest: NightDay | null
}

/** Devices with their state, to be ticked. */
export function DeviceChoices({ devices, rest, ...ticks }: DeviceChoicesProps) {
  const t = useTranslations('control')
  const format = useFormat()
  const placeOf = ({ stringNo, position }: DeviceData): string =>
    stringNo === null
      ? ''
      : position === null
        ? t('inString', { no: String(stringNo) })
        : t('place', { no: String(stringNo), position: String(position) })
  return (
    <Ticks {...ticks} label={t('list')} items={devices} idsOf={({ id }) => [id]}>
      {(one) => ({
        text: one.name || one.sn,
        hint: (
          <Dotted
            parts={[
              one.name && one.sn,
              placeOf(one),
              one.kind === 'inverter' &&
                one.ratedW &&
                t('rated', { power: format.text('power', one.ratedW) }),
            ]}
          />
        ),
        end: (
          <>
            <StatusPill status={statusOf(one)} plain />
            {givesPower(one.kind) && (
              <span className={styles.watts}>
                {format.text(rest === null ? 'power' : 'energy', shownOf(one, rest))}
              </span>
            )}
          </>
        ),
      })}
    </Ticks>
  )
}

/** Whole strings: ticking one takes all that hangs on it. */
export function StringChoices({ strings, ...ticks }: ChoicesProps & { strings: readonly StringChoice[] }) {
  const t = useTranslations('control')
  return (
    <Ticks {...ticks} label={t('strings')} items={strings} idsOf={({ members }) => members}>
      {({ no, inverter, members }) => ({
        text: t('stringName', { no: String(no), inverter }),
        hint: t('stringHint', { count: members.length }),
      })}
    </Ticks>
  )
}
