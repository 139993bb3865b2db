import { Download, Maximize2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { AppPath } from '../navigation/app-path.ts'
import { Button } from '../button.tsx'
import { Go } from '../navigation/go.tsx'
import { Sheet } from '../sheet.tsx'
import { saveChart, type ChartSheet } from './chart-sheet.ts'
import styles from './chart-box.module.css'

type ChartBoxProps = {
  sheet: ChartSheet
  /** The same chart over the whole screen. */
  full: AppPath
  children: ReactNode
}

/** Around a chart: to see it over the whole screen, and to save it. Its words are in the catalogue `chart`. */
export function ChartBox({ sheet, full, children }: ChartBoxProps) {
  const t = useTranslations('chart.tools')
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const save = (as: 'png' | 'csv'): void => {
    setOpen(false)
    void saveChart(as, sheet, box.current, { saved: (file) => t('saved', { file }), failed: t('failed') })
  }
  return (
    <div ref={box} className={styles.box}>
      {children}
      <div className={styles.tools}>
        <button
          type="button"
          className={styles.tool}
          aria-label={t('save')}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Download size={18} aria-hidden />
        </button>
        <Go to={full} className={styles.tool} aria-label={t('full')}>
          <Maximize2 size={18} aria-hidden />
        </Go>
      </div>
      <Sheet open={open} title={t('save')} onClose={() => setOpen(false)}>
        <div className={styles.choices}>
          <p>{t('saveText')}</p>
          <Button kind="soft" wide onClick={() => save('png')}>
            {t('picture')}
          </Button>
          <Button kind="soft" wide onClick={() => save('csv')}>
            {t('table')}
          </Button>
        </div>
      </Sheet>
    </div>
  )
}
