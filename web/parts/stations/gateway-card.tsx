import { ChevronDown, TriangleAlert } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { deviceLabel, isTroubled, sumPower, type GatewayGroup, type StringGroup } from './device-groups.ts'
import { DeviceLine } from './device-line.tsx'
import styles from './devices.module.css'
import { Windowed } from '../../kit/windowed.tsx'

/** A gateway with its inverters and their strings. Strings open by hand: there may be hundreds of optimizers. */
export function GatewayCard({ group, openAtFirst }: { group: GatewayGroup; openAtFirst: boolean }) {
  const t = useTranslations('station.device')
  const words = useKindWords()
  const { gateway, inverters, loose, others } = group
  const children = inverters.length + loose.length + others.length
  const content = (
    <>
      {inverters.map(({ inverter, strings }) => (
        <div key={inverter.id} className={styles.inverter}>
          <DeviceLine device={inverter} />
          {strings.map((one) => (
            <StringFold key={one.no ?? 'none'} group={one} />
          ))}
        </div>
      ))}
      <Windowed items={loose} as="div" rowHeight={48}>
        {(piece) => piece.map((one) => <StringFold key={`loose ${one.no}`} group={one} />)}
      </Windowed>
      {others.map((one) => (
        <div key={one.id} className={styles.inverter}>
          <DeviceLine device={one} />
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
      {gateway ? <DeviceLine device={gateway} /> : <h2 className={styles.noGateway}>{t('noGateway')}</h2>}
      {openAtFirst || children === 0 ? (
        content
      ) : (
        <Fold
          title={words.count('inverter', inverters.length)}
          label={`${gateway ? deviceLabel(gateway) : t('noGateway')}: ${words.many('inverter')}`}
          troubled={members.filter(isTroubled).length}
          powerW={sumPower(inverters.map(({ inverter }) => inverter))}
        >
          {content}
        </Fold>
      )}
    </Card>
  )
}

function StringFold({ group: { no, members } }: { group: StringGroup }) {
  const t = useTranslations('station.device')
  const title = no === null ? t('noString') : t('string', { no: String(no) })
  return (
    <Fold
      nested
      title={<Dotted parts={[title, t('members', { count: members.length })]} />}
      label={title}
      troubled={members.filter(isTroubled).length}
      powerW={sumPower(members.filter(({ online, kind }) => online && kind === 'optimizer'))}
    >
      <Windowed items={members} as="div" rowHeight={56}>
        {(piece) => piece.map((member) => <DeviceLine key={member.id} device={member} small />)}
      </Windowed>
    </Fold>
  )
}

type FoldProps = {
  title: ReactNode
  label: string
  troubled: number
  powerW: number | null
  nested?: boolean
  children: ReactNode
}

/** A line that opens what stands under it; closed it is not drawn at all. */
function Fold({ title, label, troubled, powerW, nested = false, children }: FoldProps) {
  const t = useTranslations('station.device')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={classes(styles.fold, nested && styles.nested)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span>{title}</span>
        {troubled > 0 && (
          <span className={styles.troubled}>
            <TriangleAlert size={13} aria-hidden />
            {t('troubled', { count: troubled })}
          </span>
        )}
        <span className={styles.sum}>{powerW === null ? '' : format.text('power', powerW)}</span>
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
