import {
  Check,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { SignalBars } from '../devices/gateway/signal-bars.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { statusTone, StatusPill, type Status } from '../states/status-pill.tsx'
import {
  activationState,
  type ActivationState,
  checkOf,
  type GatewayChecks,
  passed,
} from './commissioning-queries.ts'
import styles from './commissioning.module.css'

type GatewayLineProps = {
  gateway: GatewayChecks
  /** Devices behind it, as they are now; null until they have been read. */
  behind: { online: number; all: number } | null
  /** null: nothing can be chosen here. */
  chosen: boolean | null
  onChoose: (chosen: boolean) => void
  /** Its checks lie over the list, or are a page of their own. */
  opens: (() => void) | AppPath
  /** Its checks stand under it: it leads to its own page. */
  lone: boolean
}

/** A gateway: signal, age of its last report, devices behind it, activation, and how many of its checks have passed. */
export function GatewayLine({ gateway, behind, chosen, onChoose, opens, lone }: GatewayLineProps) {
  const t = useTranslations('commissioning')
  const name = gateway.name || gateway.sn
  const inner = (
    <>
      <span className={styles.head}>
        <span className={styles.name}>{name}</span>
        <StatusPill status={gateway.online ? 'online' : 'offline'} />
      </span>
      {gateway.name && <span className={styles.sn}>{gateway.sn}</span>}
      <Figures gateway={gateway} behind={behind} />
      <span className={styles.foot}>
        <Activation state={activationState(gateway)} />
        <span className={styles.passed}>
          {lone ? t('toGateway') : <ChecksPassed gateway={gateway} />}
          <ChevronRight size={16} aria-hidden />
        </span>
      </span>
    </>
  )
  return (
    <article className={styles.card}>
      {chosen !== null && (
        <label className={styles.choose}>
          <input type="checkbox" checked={chosen} onChange={(event) => onChoose(event.target.checked)} />
          <span className={styles.box} aria-hidden>
            <Check size={16} strokeWidth={3} />
          </span>
          <span className="sr-only">{t('choose', { name })}</span>
        </label>
      )}
      {typeof opens === 'string' ? (
        <Go to={opens} data-row className={styles.body}>
          {inner}
        </Go>
      ) : (
        <button type="button" className={styles.body} onClick={opens}>
          {inner}
        </button>
      )}
    </article>
  )
}

function Figures({ gateway, behind }: Pick<GatewayLineProps, 'gateway' | 'behind'>) {
  const t = useTranslations('commissioning')
  const format = useFormat()
  const now = useNow()
  const signal = checkOf(gateway, 'signal')
  const lastAt = checkOf(gateway, 'report')?.lastAt ?? null
  return (
    <span className={styles.figures}>
      <span className={styles.figure}>
        <small>{t('check.signal')}</small>
        {signal?.csq == null ? (
          <span className={styles.of}>{signal?.state === 'done' ? t('wired') : '–'}</span>
        ) : (
          <SignalBars csq={signal.csq} netMode={signal.netMode} old={!gateway.online} brief />
        )}
      </span>
      <span className={styles.figure}>
        <small>{t('lastReport')}</small>
        <span className={classes(!gateway.online && styles.old)}>{format.age(lastAt, now)}</span>
      </span>
      <span className={styles.figure}>
        <small>{t('behind')}</small>
        {behind === null ? (
          <span>–</span>
        ) : (
          <span>
            <span aria-hidden>
              {behind.online}
              <span className={styles.of}>/{behind.all}</span>
            </span>
            {behind.online < behind.all && (
              <small className={styles.off} aria-hidden>
                {t('behindOff', { count: String(behind.all - behind.online) })}
              </small>
            )}
            <span className="sr-only">
              {t('behindSpoken', { online: String(behind.online), all: String(behind.all) })}
            </span>
          </span>
        )}
      </span>
    </span>
  )
}

const looks: Record<ActivationState, { tone: Status; Icon: LucideIcon }> = {
  activated: { tone: 'producing', Icon: CircleCheck },
  not_activated: { tone: 'unknown', Icon: CircleDashed },
  activating: { tone: 'standby', Icon: LoaderCircle },
  failed: { tone: 'fault', Icon: CircleAlert },
  abnormal: { tone: 'curtailed', Icon: CircleAlert },
}

function Activation({ state }: { state: ActivationState }) {
  const t = useTranslations('commissioning.state')
  const { tone, Icon } = looks[state]
  return (
    <span className={classes(styles.activation, statusTone(tone))}>
      <Icon size={16} className={classes(state === 'activating' && styles.turning)} aria-hidden />
      {t(state)}
    </span>
  )
}

/** How many of its checks have passed, and how many ask for something. */
export function ChecksPassed({ gateway }: { gateway: GatewayChecks }) {
  const t = useTranslations('commissioning')
  const problems = gateway.checks.filter(({ state }) => state === 'problem').length
  const all = gateway.checks.length
  return (
    <>
      {problems > 0 && <span className={styles.problems}>{t('problems', { count: String(problems) })}</span>}
      {t('checks', { done: String(passed(gateway)), all: String(all) })}
    </>
  )
}
