import type { StringKind } from '#domain/devices/kinds.ts'
import { nightEnergy, restOf, shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { Check, ChevronRight, Clock } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { pathTo } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { classes } from '../../../kit/classes.ts'
import { Go } from '../../../kit/navigation/go.tsx'
import { sumKnown } from '../../../kit/sum-known.ts'
import { useLostSince } from '../../../kit/time/now.ts'
import { TitleOfDay } from '../../states/title-of-day.tsx'
import { sumPower } from '../../stations/device-groups.ts'
import { knownPower, type InverterStrings } from '../by-inverter.ts'
import type { DeviceRow, Site, StringRow } from '../site.ts'
import { StringBadge } from '../string-badge.tsx'
import type { StringLife } from './life/string-words.ts'
import { useInverterStrings } from './life/use-inverter-strings.ts'
import styles from './strings.module.css'

type CardProps = {
  stationId: string
  group: InverterStrings
  site: Site
  /** Null: nothing is being chosen, a string is a link to its own page. */
  chosen: ReadonlySet<string> | null
  onChoose: (id: string) => void
}

/** The strings of one inverter. */
export function InverterStringsCard({ stationId, group, site, chosen, onChoose }: CardProps) {
  const t = useTranslations('arrays')
  const format = useFormat()
  const { inverter, mppts } = group
  const { data } = useInverterStrings(inverter?.id ?? '')
  const lives = useMemo(() => data && new Map(data.strings.map((one) => [one.id, one])), [data])
  // While nobody has answered, as its optimizers are known to rest.
  const rest = useMemo(
    () =>
      restOf(
        data
          ? data.strings.map((one) => restingOf(one, data.night))
          : mppts.flatMap(({ strings }) => strings.flatMap(({ id }) => site.inString(id, 'optimizer'))),
      ),
    [data, mppts, site],
  )
  const given = new Map(data?.mppts.map(({ no, powerW }) => [no, powerW]))
  /** Of the strings as they stand below; as the inverter measures it where one of them is not known. */
  const sumOf = (mpptNo: number, strings: readonly StringRow[]): number | null => {
    const all = strings.map(({ id }) => givenBy(lives?.get(id), site.inString(id)))
    if (all.some(({ powerW, known, all: members }) => powerW === null || known < members))
      return given.get(mpptNo) ?? null
    return all.length < 2 ? null : sumKnown(all.map(({ powerW }) => powerW))
  }
  const title = inverter?.name || inverter?.sn || t('noInverter')
  return (
    <Card flush title={<TitleOfDay title={title} day={rest && t(`list.ofDay.${rest}`)} />}>
      {mppts.map(({ mpptNo, strings }) => (
        <section key={mpptNo ?? 'none'} className={styles.mppt}>
          <h3 className={styles.mpptTitle}>
            {mpptNo === null ? t('noMppt') : t('mppt', { no: String(mpptNo) })}
            {rest === null && mpptNo !== null && sumOf(mpptNo, strings) !== null && (
              <span className={styles.mpptPower}>{format.text('power', sumOf(mpptNo, strings))}</span>
            )}
          </h3>
          {strings.map((string) => (
            <StringLine
              key={string.id}
              stationId={stationId}
              string={string}
              site={site}
              life={lives?.get(string.id)}
              rest={rest}
              chosen={chosen}
              onChoose={onChoose}
            />
          ))}
        </section>
      ))}
    </Card>
  )
}

/** A string as something that gives no power by night. */
const restingOf = (life: StringLife, night: NightDay | null) => ({
  powerW: life.now.powerW,
  night: nightEnergy(night, night === null ? null : life[night].wh),
})

/** What it gives: as its source says, or, while nobody has answered, the sum of its optimizers. */
const givenBy = (life: StringLife | undefined, members: readonly DeviceRow[]) =>
  life === undefined || life.by === 'optimizers'
    ? knownPower(members)
    : { powerW: life.now.powerW, known: life.now.known, all: life.now.all }

function StringLine({
  stationId,
  string,
  site,
  life,
  rest,
  chosen,
  onChoose,
}: Omit<CardProps, 'group'> & {
  string: StringRow
  life: StringLife | undefined
  /** The day whose energy it shows; null = its power. */
  rest: NightDay | null
}) {
  const t = useTranslations('arrays')
  const words = useKindWords()
  const format = useFormat()
  const old = useLostSince() !== null
  const { powerW, known, all } = givenBy(life, site.inString(string.id))
  const shown =
    rest === null
      ? format.write('power', powerW)
      : format.write(
          'energy',
          life ? shownOf(restingOf(life, rest), rest) : sumPower(site.inString(string.id, 'optimizer'), rest),
        )
  const count = (kind: StringKind) => site.inString(string.id, kind).length
  const about = [
    ...(count('optimizer') > 0 ? [words.count('optimizer', count('optimizer'))] : []),
    ...(count('shutdown') > 0 ? [words.count('shutdown', count('shutdown'))] : []),
    string.capacityW === null
      ? t('list.noCapacity')
      : t('list.capacity', { value: format.text('power', string.capacityW) }),
  ]
  const label = t('string', { no: String(string.no) })
  const inner = (
    <>
      <StringBadge no={string.no} />
      <span className={styles.what}>
        <span className={styles.name}>{string.name || label}</span>
        <span className={styles.about}>
          {[...(string.name ? [label] : []), ...about].map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
      </span>
      {(all > 0 || life?.today.wh != null) && (
        <span className={styles.gives}>
          <span className={classes(styles.power, shown.text === null && styles.absent, old && styles.old)}>
            {old && shown.text !== null && <Clock size={12} aria-hidden />}
            <span className="sr-only">{rest === null ? t('list.power') : t(`list.ofDay.${rest}`)} </span>
            {shown.text ?? '–'}
            {shown.text !== null && <small> {shown.unit}</small>}
          </span>
          {rest === null && life?.today.wh != null && (
            <span className={styles.known}>
              {t('list.today', { energy: format.text('energy', life.today.wh) })}
            </span>
          )}
          {rest === null && known < all && (
            <span className={styles.known}>
              {t('list.known', { known: String(known), all: String(all) })}
            </span>
          )}
        </span>
      )}
    </>
  )
  if (chosen)
    return (
      <label className={styles.line}>
        <input
          type="checkbox"
          aria-label={t('list.choose', { no: String(string.no) })}
          checked={chosen.has(string.id)}
          onChange={() => onChoose(string.id)}
        />
        <span className={styles.mark} aria-hidden>
          <Check size={16} strokeWidth={3} />
        </span>
        {inner}
      </label>
    )
  return (
    <Go to={pathTo('group-device-list', { stationId, stringId: string.id })} data-row className={styles.line}>
      {inner}
      <ChevronRight size={18} className={styles.chevron} aria-hidden />
    </Go>
  )
}
