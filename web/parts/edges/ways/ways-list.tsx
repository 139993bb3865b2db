import { ChevronRight, KeyRound, Microchip, Server, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AppPath } from '../../../kit/navigation/app-path.ts'
import { Card, CardLink } from '../../../kit/card.tsx'
import type { BuiltInEdge } from '../edge-view.ts'
import styles from './ways.module.css'

type WaysProps = {
  /** The edge of this server; null = this person may not hand it out, undefined = not read yet. */
  builtIn: BuiltInEdge | null | undefined
  stationId: string | null
  mayPair: boolean
  /** Where each of them goes on; null = a station has to be chosen first. */
  to: Readonly<Record<'server' | 'site', AppPath | null>> & { login: AppPath }
  onStation: () => void
}

/** The three ways in which a gateway comes: what each means, and who may take it. */
export function WaysList({ builtIn, stationId, mayPair, to, onStation }: WaysProps) {
  const t = useTranslations('ways')
  const isFree = builtIn?.state === 'free'
  const open = isFree || (builtIn != null && builtIn.state !== 'off')
  return (
    <>
      <h2 className={styles.question}>{t('title')}</h2>
      <div className={styles.ways}>
        <Way
          Icon={Server}
          title={t('server')}
          text={t(builtIn === null ? 'serverAsk' : builtIn?.state === 'off' ? 'serverOff' : 'serverText')}
          {...(builtIn && !isFree && builtIn.state !== 'off' && { state: stateText(builtIn, stationId, t) })}
          to={open ? to.server : undefined}
          onStation={onStation}
        />
        <Way
          Icon={Microchip}
          title={t('site')}
          text={t(mayPair ? 'siteText' : 'siteAsk')}
          to={mayPair ? to.site : undefined}
          onStation={onStation}
        />
        <Way Icon={KeyRound} title={t('login')} text={t('loginText')} to={to.login} onStation={onStation} />
      </div>
    </>
  )
}

const stateText = (
  { state, stationId: at, stationName }: BuiltInEdge,
  stationId: string | null,
  t: ReturnType<typeof useTranslations<'ways'>>,
): string =>
  state === 'starting'
    ? t('serverStarting')
    : at !== null && at === stationId
      ? t('serverHere')
      : t('serverElsewhere', { station: stationName ?? '' })

type WayProps = {
  Icon: LucideIcon
  title: string
  text: string
  state?: string
  /** undefined = it cannot be taken; null = not yet, without a station. */
  to: AppPath | null | undefined
  onStation: () => void
}

function Way({ Icon, title, text, state, to, onStation }: WayProps) {
  const inner = (
    <span className={styles.way}>
      <span className={styles.icon}>
        <Icon size={24} strokeWidth={1.8} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{title}</span>
        <span className={styles.text}>{text}</span>
        {state !== undefined && <span className={styles.state}>{state}</span>}
      </span>
      {to !== undefined && <ChevronRight size={20} className={styles.chevron} aria-hidden />}
    </span>
  )
  if (to) return <CardLink to={to}>{inner}</CardLink>
  return (
    <Card>
      {to === null ? (
        <button type="button" className={styles.press} onClick={onStation}>
          {inner}
        </button>
      ) : (
        <div className={styles.closed}>{inner}</div>
      )}
    </Card>
  )
}
