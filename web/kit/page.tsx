import { ChevronLeft } from 'lucide-react'
import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type ReactNode,
} from 'react'
import { useTranslations } from 'use-intl'
import type { AppPath } from './navigation/app-path.ts'
import { arrival } from './navigation/arrival.ts'
import { navigate } from './navigation/navigate.ts'
import { classes } from './classes.ts'
import { Go } from './navigation/go.tsx'
import { usePane } from './navigation/pane.ts'
import { PullToRefresh } from './pull-to-refresh.tsx'
import styles from './page.module.css'

type PageProps = {
  /** Empty as long as it is not known: the bar is bare, and a heading is heard. */
  title: string
  /** Where the back arrow leads when the page was opened directly. Without it there is no arrow (tab pages). */
  back?: AppPath
  /** Buttons at the end of the bar. */
  actions?: ReactNode
  /** Reads the page anew; pulling down does it. */
  onRefresh?: () => Promise<unknown>
  /** Stays reachable above the keyboard: the main button of a form. */
  footer?: ReactNode
  /** Its cards stand in columns where there is room: wider than what is read or filled in. */
  spread?: boolean
  /** It takes all the room there is: a table. */
  whole?: boolean
  children: ReactNode
}

/**
 * The frame of every page: bar, content, footer. Tab pages have a large title and no arrow; neither has a page beside
 * which the one stands that the arrow would lead to. In a pane it is a part of the screen, and its main part only where
 * nothing stands beside it that was chosen in it.
 */
export function Page({
  title,
  back,
  actions,
  onRefresh,
  footer,
  spread = false,
  whole = false,
  children,
}: PageProps) {
  const t = useTranslations('ui')
  const pane = usePane()
  const side = pane?.main === false
  const arrow = back !== undefined && pane?.beside(back) !== true ? back : null
  useEffect(() => {
    // Of a page that is on its way it may not be known.
    if (!side && title !== '') document.title = `${title} · Sunkeeper`
  }, [title, side])
  // Of `main` and `div` alike.
  const content = useRef<HTMLDivElement>(null)
  const [isComing, setComing] = useState(arrival.barFirst)
  useEffect(() => {
    if (!isComing) return
    const frame = requestAnimationFrame(() => startTransition(() => setComing(false)))
    return () => cancelAnimationFrame(frame)
  }, [isComing])
  useLayoutEffect(() => {
    if (!isComing) arrival.show(content.current)
  }, [isComing])
  const Title = side ? 'h2' : 'h1'
  // One element in each case: what was typed or unfolded in it stays as another page comes beside it.
  const Main = pane ? 'div' : 'main'
  const bare = side && { role: 'none' }
  return (
    <div
      className={classes(
        styles.page,
        arrow === null && styles.large,
        spread && styles.spread,
        whole && styles.whole,
      )}
      {...(side && { role: 'region', 'aria-label': title })}
    >
      <header className={styles.bar} {...bare}>
        <div className={styles.barRow}>
          {arrow !== null && (
            <button
              type="button"
              className={classes(styles.iconButton, styles.back)}
              aria-label={t('back')}
              onClick={() => navigate.back(arrow)}
            >
              <ChevronLeft size={26} strokeWidth={2} aria-hidden />
            </button>
          )}
          {/* Another title is another element, not one that moved. */}
          {title === '' ? (
            <div>
              <Title className="sr-only">{t('loading')}</Title>
            </div>
          ) : (
            <Title key={title} className={styles.title}>
              {title}
            </Title>
          )}
          <div className={styles.end}>{actions}</div>
        </div>
      </header>
      {onRefresh && <PullToRefresh onRefresh={onRefresh} />}
      <Main ref={content} className={styles.content} {...(pane && !side && { role: 'main' })}>
        {!isComing && children}
      </Main>
      {footer && (
        <footer className={styles.footer} {...bare}>
          {footer}
        </footer>
      )}
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
