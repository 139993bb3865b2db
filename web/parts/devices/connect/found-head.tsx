import { CircleCheck, Clock, TriangleAlert, Unplug } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { classes } from '../../../kit/classes.ts'
import { useNow } from '../../../kit/time/now.ts'
import { nameOf, type DeviceDetail } from '../device-facts.ts'
import styles from './connect.module.css'
import type { Child, Children } from './found-children.ts'

/** So many of the missing are named where there are many; the list under it has them all. */
const namedMost = 3

type HeadProps = {
  detail: DeviceDetail
  found: Children
  matching: number
  missing: readonly Child[]
  unexpected: number
}

/** Found of expected, as one figure and a bar, and how old the gateway's word is. */
export function FoundHead({ detail, found, matching, missing, unexpected }: HeadProps) {
  const t = useTranslations('connect')
  const format = useFormat()
  const now = useNow()
  const expected = matching + missing.length
  const connected = detail.link?.connected === true
  const complete = expected > 0 && missing.length === 0
  const said = expected > 0 || unexpected > 0
  const unnamed = missing.length - namedMost
  const named = [
    ...missing.slice(0, unnamed === 1 ? namedMost + 1 : namedMost).map((one) => one.name || one.sn),
    ...(unnamed > 1 ? [t('andMore', { count: String(unnamed) })] : []),
  ].join(t('comma'))
  const Icon = complete ? CircleCheck : TriangleAlert
  return (
    <Card>
      <div className={styles.head}>
        <h2>{nameOf(detail.device)}</h2>
        <p className={styles.where}>
          <Dotted parts={[detail.device.name && detail.device.sn, detail.station.name]} />
        </p>
        {said && (
          <>
            <p className={styles.count}>
              <b>{expected > 0 ? matching : unexpected}</b>
              {expected > 0 && <span>/ {expected}</span>}
            </p>
            {expected > 0 && (
              <div className={styles.bar} aria-hidden>
                <i style={{ inlineSize: `${(matching / expected) * 100}%` }} />
              </div>
            )}
            <p
              className={classes(styles.verdict, complete ? styles.good : expected > 0 && styles.bad)}
              role="status"
            >
              {expected > 0 && <Icon size={17} aria-hidden />}
              {expected === 0
                ? t('foundOnly', { count: unexpected })
                : complete
                  ? t('complete', { count: expected })
                  : t('incomplete', { found: String(matching), expected: String(expected), missing: named })}
            </p>
          </>
        )}
        <p className={styles.age}>
          {connected ? <Clock size={13} aria-hidden /> : <Unplug size={13} aria-hidden />}
          <Dotted
            parts={[
              !connected && t('notConnected'),
              found.inventoryAt === null
                ? t('never')
                : t('inventoryAge', { age: format.age(found.inventoryAt, now) }),
            ]}
          />
        </p>
      </div>
    </Card>
  )
}
