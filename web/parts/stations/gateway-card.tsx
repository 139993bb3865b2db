import type { NightDay } from '#domain/telemetry/night-energy.ts'
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { usePane } from '../../kit/navigation/pane.ts'
import { pathToDevice } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { deviceLabel, isTroubled, sumPower, type GatewayGroup, type StringGroup } from './device-groups.ts'
import { AlarmedMark } from './alarmed-mark.tsx'
import { DeviceLine } from './device-line.tsx'
import type { DeviceData } from './station-queries.ts'
import styles from './devices.module.css'
import { Windowed } from '../../kit/windowed.tsx'

type GatewayCardProps = {
  group: GatewayGroup
  /** The day whose energies are shown in place of powers; null = powers say more. */
  rest: NightDay | null
  openAtFirst: boolean
}

/** A gateway with its inverters and their strings. Strings open by hand: there may be hundreds of optimizers. */
export function GatewayCard({ group, rest, openAtFirst }: GatewayCardProps) {
  const t = useTranslations('station.device')
  const words = useKindWords()
  const holds = useHolds()
  const { gateway, inverters, loose, others } = group
  const children = inverters.length + loose.length + others.length
  const content = (
    <>
      {inverters.map(({ inverter, strings }) => (
        <div key={inverter.id} className={styles.inverter}>
          <DeviceLine device={inverter} rest={rest} />
          {strings.map((one) => (
            <StringFold key={one.no ?? 'none'} group={one} rest={rest} />
          ))}
        </div>
      ))}
      <Windowed items={loose} as="div" rowHeight={48}>
        {(piece) => piece.map((one) => <StringFold key={`loose ${one.no}`} group={one} rest={rest} />)}
      </Windowed>
      {others.map((one) => (
        <div key={one.id} className={styles.inverter}>
          <DeviceLine device={one} rest={rest} />
        </div>
      ))}
      {children === 0 && <p className={styles.none}>{t('noInverters')}</p>}
    </>
  )
  const members = inverters.flatMap(({ inverter, strings }) => [
    inverter,
    ...strings.flatMap((one) => one.members),
  ])
  return (
    <Card flush>
      {gateway ? (
        <DeviceLine device={gateway} rest={rest} />
      ) : (
        <h2 className={styles.noGateway}>{t('noGateway')}</h2>
      )}
      {openAtFirst || children === 0 ? (
        content
      ) : (
        <Fold
          title={words.count('inverter', inverters.length)}
          holds={holds([...members, ...loose.flatMap((one) => one.members), ...others])}
          label={`${gateway ? deviceLabel(gateway) : t('noGateway')}: ${words.many('inverter')}`}
          troubled={members.filter(isTroubled).length}
          alarmed={members}
          rest={rest}
          sum={sumPower(
            inverters.map(({ inverter }) => inverter),
            rest,
          )}
        >
          {content}
        </Fold>
      )}
    </Card>
  )
}

/** Whether one of these devices stands beside the list: there it is to be found in it. */
const useHolds = () => {
  const pane = usePane()
  return (devices: readonly Pick<DeviceData, 'kind' | 'id'>[]): boolean =>
    pane?.side === true && devices.some(({ kind, id }) => pane.chosen(pathToDevice(kind, id)))
}

function StringFold({ group, rest }: { group: StringGroup; rest: NightDay | null }) {
  const t = useTranslations('station.device')
  const holds = useHolds()
  const { no, members } = group
  const title = no === null ? t('noString') : t('string', { no: String(no) })
  return (
    <Fold
      nested
      holds={holds(members)}
      title={<Dotted parts={[title, t('members', { count: members.length })]} />}
      label={title}
      troubled={members.filter(isTroubled).length}
      alarmed={members}
      rest={rest}
      sum={sumPower(
        members.filter(({ online, kind }) => (online || rest !== null) && kind === 'optimizer'),
        rest,
      )}
    >
      <Windowed items={members} as="div" rowHeight={56}>
        {(piece) => piece.map((member) => <DeviceLine key={member.id} device={member} rest={rest} small />)}
      </Windowed>
    </Fold>
  )
}

type FoldProps = {
  title: ReactNode
  label: string
  troubled: number
  /** What stands below it, of which some may have an open alarm. */
  alarmed: readonly DeviceData[]
  /** What is given below it, W; of a day Wh. */
  sum: number | null
  rest: NightDay | null
  nested?: boolean
  /** Open until somebody closes it. */
  holds?: boolean
  children: ReactNode
}

/** A line that opens what stands under it; closed it is not drawn at all. */
function Fold({
  title,
  label,
  troubled,
  alarmed,
  sum,
  rest,
  nested = false,
  holds = false,
  children,
}: FoldProps) {
  const t = useTranslations('station.device')
  const format = useFormat()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = chosen ?? holds
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={classes(styles.fold, nested && styles.nested)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setChosen(!open)}
      >
        <span>{title}</span>
        {troubled > 0 && (
          <span className={styles.troubled}>
            <TriangleAlert size={13} aria-hidden />
            {t('troubled', { count: troubled })}
          </span>
        )}
        <AlarmedMark devices={alarmed} />
        <span className={styles.sum}>
          {sum === null ? '' : format.text(rest === null ? 'power' : 'energy', sum)}
        </span>
        <ChevronDown size={17} className={classes(styles.turn, open && styles.opened)} aria-hidden />
      </button>
      {open && (
        <section id={id} aria-label={label} className={styles.folded}>
          {children}
        </section>
      )}
    </>
  )
}
