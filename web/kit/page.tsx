import { ChevronLeft } from 'lucide-react'
import { useEffect, type ButtonHTMLAttributes, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { AppPath } from './navigation/app-path.ts'
import { navigate } from './navigation/navigate.ts'
import { classes } from './classes.ts'
import { Go } from './navigation/go.tsx'
import { PullToRefresh } from './pull-to-refresh.tsx'
import styles from './page.module.css'

type PageProps = {
  title: string
  /** Where the back arrow leads when the page was opened directly. Without it there is no arrow (tab pages). */
  back?: AppPath
  /** Buttons at the end of the bar. */
  actions?: ReactNode
  /** Reads the page anew; pulling down does it. */
  onRefresh?: () => Promise<unknown>
  /** Stays reachable above the keyboard: the main button of a form. */
  footer?: ReactNode
  children: ReactNode
}

/** The frame of every page: bar, content, footer. Tab pages have a large title and no arrow. */
export function Page({ title, back, actions, onRefresh, footer, children }: PageProps) {
  const t = useTranslations('ui')
  useEffect(() => {
    document.title = `${title} · Sunkeeper`
  }, [title])
  return (
    <div className={classes(styles.page, !back && styles.large)}>
      <header className={styles.bar}>
        <div className={styles.barRow}>
          {back && (
            <button
              type="button"
              className={classes(styles.iconButton, styles.back)}
              aria-label={t('back')}
              onClick={() => navigate.back(back)}
            >
              <ChevronLeft size={26} strokeWidth={2} aria-hidden />
            </button>
          )}
          {/* Another title is another element, not one that moved. */}
          <h1 key={title} className={styles.title}>
            {title}
          </h1>
          <div className={styles.end}>{actions}</div>
        </div>
      </header>
      {onRefresh && <PullToRefresh onRefresh={onRefresh} />}
      <main className={styles.content}>{children}</main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  )
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { label: string; children: ReactNode }

/** A round button that is an icon alone, 44 px; `label` is its name. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classes(styles.iconButton, className)} aria-label={label}>
      {children}
    </button>
  )
}

type IconLinkProps = { to: AppPath; label: string; children: ReactNode }

/** The same that leads to another page. */
export function IconLink({ to, label, children }: IconLinkProps) {
  return (
    <Go to={to} className={styles.iconButton} aria-label={label}>
      {children}
    </Go>
  )
}
