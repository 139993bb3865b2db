import { RefreshCw, Play } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Allowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { StepAdvice } from '../../kit/steps.tsx'
import type { Check, CheckOf, GatewayChecks } from './commissioning-queries.ts'
import styles from './commissioning.module.css'

type AdviceKey =
  | 'neverConnected'
  | 'lost'
  | 'report'
  | 'clock'
  | 'signal'
  | 'devices'
  | 'energy'
  | 'failed'
  | 'expired'
  | 'abnormal'
  | 'children'

/** What to do about a check that does not clear; null where nothing helps but waiting its turn. */
const adviceOf = (check: Check, { activation, checks }: GatewayChecks): AdviceKey | null => {
  const connected = checks.some((one) => one.key === 'connected' && one.state === 'done')
  switch (check.key) {
    case 'connected':
      return check.state === 'done' ? null : check.since === null ? 'neverConnected' : 'lost'
    case 'report':
      return check.state === 'problem' && connected ? 'report' : null
    case 'clock':
    case 'signal':
    case 'devices':
      return check.state === 'problem' ? check.key : null
    case 'energy':
      return check.state !== 'done' && check.inverters > 0 && connected ? 'energy' : null
    case 'activated': {
      if (activation?.outcome === 'in_progress') return null
      if (check.state === 'done') return check.activated < check.children ? 'children' : null
      if (activation?.outcome === 'abnormal') return 'abnormal'
      if (activation?.outcome !== 'fail') return null
      return activation.code === 'expired' ? 'expired' : 'failed'
    }
    case 'firmware':
      return null
  }
}

type CheckAdviceProps = {
  stationId: string
  check: Check
  gateway: GatewayChecks
  busy: boolean
  onScan: () => void
  onActivate: () => void
}

/** Under a check: what to do, the serials that are missing, and the act that helps. */
export function CheckAdvice({ stationId, check, gateway, busy, onScan, onActivate }: CheckAdviceProps) {
  const t = useTranslations('commissioning')
  const advice = adviceOf(check, gateway)
  const activates =
    check.key === 'activated' &&
    gateway.activation?.outcome !== 'in_progress' &&
    (check.state !== 'done' || check.activated < check.children)
  const scans = check.key === 'devices' && check.state === 'problem'
  if (advice === null && !activates && !scans) return null
  return (
    <StepAdvice>
      {check.key === 'devices' && <Missing check={check} />}
      {advice !== null && <p>{t(`advice.${advice}`)}</p>}
      {check.key === 'devices' && check.quarantined > 0 && (
        <p>
          {t('said.quarantined', { count: check.quarantined })}. {t('advice.quarantined')}
        </p>
      )}
      {scans && (
        <div className={styles.acts}>
          <Allowed permission="device:device:add" at={stationId}>
            <Button small kind="soft" icon={<RefreshCw size={16} aria-hidden />} busy={busy} onClick={onScan}>
              {t('scan')}
            </Button>
          </Allowed>
          <ButtonLink small kind="plain" to={pathTo('connect-device', { gatewayId: gateway.id })}>
            {t('found')}
          </ButtonLink>
        </div>
      )}
      {activates && (
        <Allowed permission="device:device:activate" at={stationId}>
          <div className={styles.acts}>
            <Button small kind="soft" icon={<Play size={16} aria-hidden />} busy={busy} onClick={onActivate}>
              {t('activate')}
            </Button>
          </div>
        </Allowed>
      )}
    </StepAdvice>
  )
}

/** Serials shown before the rest is a number. */
const shownSerials = 6

function Missing({ check }: { check: CheckOf<'devices'> }) {
  const t = useTranslations('commissioning.said')
  if (check.missing.length === 0) return null
  const count = check.expected - check.found
  const shown = check.missing.slice(0, shownSerials)
  return (
    <div>
      <p>{t('missing')}</p>
      <ul className={styles.serials}>
        {shown.map(({ id, sn }) => (
          <li key={id}>{sn}</li>
        ))}
      </ul>
      {count > shown.length && <p>{t('missingMore', { count: String(count - shown.length) })}</p>}
    </div>
  )
}
