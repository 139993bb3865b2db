import { Keyboard } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo, type RouteName } from '../../../paths.ts'
import { classes } from '../../../kit/classes.ts'
import { Go } from '../../../kit/navigation/go.tsx'
import { useUnread } from '../../session/use-unread.ts'
import { tabs, type TabRoute } from '../tabs.ts'
import styles from './rail.module.css'

/** Pages that lie in another area than the services. */
const areas: Partial<Record<RouteName, TabRoute>> = {
  home: 'home',
  'station-list': 'home',
  'station-detail': 'home',
  'create-or-edit-station': 'home',
  'inverter-detail': 'home',
  'optimizer-detail': 'home',
  'gateway-detail': 'home',
  'shutdown-detail': 'home',
  'device-topology': 'home',
  'om-page': 'om-page',
  'om-detail': 'om-page',
  'alarm-detail': 'om-page',
  'work-order-detail': 'om-page',
  'work-order-flow': 'om-page',
  'add-work-order': 'om-page',
  'my-work-order': 'om-page',
  'mine-page': 'mine-page',
  'user-privacy-agreement': 'mine-page',
}

/** The main areas, at the edge of a wide screen on every page. */
export function Rail({ route, onKeys }: { route: RouteName; onKeys: () => void }) {
  const t = useTranslations('shell')
  const wide = useTranslations('wide.keys')
  const unread = useUnread()
  const area = areas[route] ?? 'service-page'
  return (
    <nav className={styles.rail} aria-label={t('tabs')}>
      {tabs.map(({ route: to, word, Icon }) => {
        const badge = to === 'mine-page' && unread > 0
        return (
          <Go
            key={to}
            to={pathTo(to)}
            className={classes(styles.tab, to === area && styles.here)}
            aria-current={to === route ? 'page' : to === area ? 'true' : undefined}
          >
            <span className={styles.mark}>
              <Icon size={22} strokeWidth={to === area ? 2.1 : 1.8} aria-hidden />
              {badge && (
                <b className={styles.badge} aria-hidden>
                  {unread > 99 ? '99+' : unread}
                </b>
              )}
            </span>
            {t(word)}
            {badge && <span className="sr-only">{t('unread', { count: unread })}</span>}
          </Go>
        )
      })}
      <button
        type="button"
        className={styles.keys}
        aria-haspopup="dialog"
        aria-label={wide('title')}
        onClick={onKeys}
      >
        <Keyboard size={20} aria-hidden />
      </button>
    </nav>
  )
}
