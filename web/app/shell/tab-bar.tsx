import { useTranslations } from 'use-intl'
import { useUnread } from '../session/use-unread.ts'
import { pathTo } from '../../paths.ts'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { tabs, type TabRoute } from './tabs.ts'
import styles from './tab-bar.module.css'

export function TabBar({ here }: { here: TabRoute }) {
  const t = useTranslations('shell')
  const unread = useUnread()
  return (
    <nav className={styles.bar} aria-label={t('tabs')}>
      {tabs.map(({ route, word, Icon }) => (
        <Go
          key={route}
          to={pathTo(route)}
          replace
          className={classes(styles.tab, route === here && styles.here)}
          aria-current={route === here ? 'page' : undefined}
        >
          <span className={styles.mark} aria-hidden>
            <Icon size={23} strokeWidth={route === here ? 2.1 : 1.8} />
            {route === 'mine-page' && unread > 0 && (
              <b className={styles.badge}>{unread > 99 ? '99+' : unread}</b>
            )}
          </span>
          {t(word)}
          {route === 'mine-page' && unread > 0 && (
            <span className="sr-only">{t('unread', { count: unread })}</span>
          )}
        </Go>
      ))}
    </nav>
  )
}
