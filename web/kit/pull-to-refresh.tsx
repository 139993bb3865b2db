import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from './classes.ts'
import { scrollerOf } from './navigation/pane.ts'
import styles from './pull-to-refresh.module.css'

const armedAt = 64
const most = 96

/** Pulling the page down at its top reads it anew. Draws on the element alone while the finger moves. */
export function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const t = useTranslations('ui')
  const disc = useRef<HTMLSpanElement>(null)
  const [busy, setBusy] = useState(false)
  const refresh = useRef(onRefresh)
  useEffect(() => {
    refresh.current = onRefresh
  })
  useEffect(() => {
    let startY = 0
    let pulled = 0
    let active = false
    /** Whether it is scrolled to its top: the pane that the page stands in, else the window. */
    const atTop = (): boolean => (scrollerOf(disc.current)?.scrollTop ?? window.scrollY) <= 0
    const draw = (distance: number): void => {
      const style = disc.current?.style
      if (!style) return
      style.transform = `translateY(${distance}px) rotate(${distance * 2.5}deg)`
      style.opacity = String(Math.min(1, distance / armedAt))
    }
    const start = (event: TouchEvent): void => {
      const touch = event.touches[0]
      const onModal = event.target instanceof Element && event.target.closest('dialog, [data-no-pull]')
      const mine = event.target instanceof Element && scrollerOf(event.target) === scrollerOf(disc.current)
      active = atTop() && event.touches.length === 1 && mine && !onModal
      startY = touch?.clientY ?? 0
      pulled = 0
    }
    const move = (event: TouchEvent): void => {
      if (!active || !atTop()) return
      const raw = (event.touches[0]?.clientY ?? startY) - startY
      if (raw <= 8) return
      pulled = most * (1 - Math.exp(-raw / 140))
      draw(pulled)
    }
    const end = (): void => {
      if (!active || pulled === 0) return
      active = false
      if (pulled < armedAt) {
        draw(0)
        return
      }
      setBusy(true)
      draw(56)
      void refresh
        .current()
        .catch(() => undefined)
        .finally(() => {
          setBusy(false)
          draw(0)
        })
    }
    document.addEventListener('touchstart', start, { passive: true })
    document.addEventListener('touchmove', move, { passive: true })
    document.addEventListener('touchend', end)
    document.addEventListener('touchcancel', end)
    return () => {
      document.removeEventListener('touchstart', start)
      document.removeEventListener('touchmove', move)
      document.removeEventListener('touchend', end)
      document.removeEventListener('touchcancel', end)
    }
  }, [])
  return (
    <output className={classes(styles.pull, styles.settling, busy && styles.busy)}>
      <span ref={disc} className={styles.disc}>
        <RefreshCw size={18} aria-hidden />
      </span>
      {busy && <span className="sr-only">{t('refreshing')}</span>}
    </output>
  )
}
