import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../kit/button.tsx'
import { saveChart, type ChartSheet } from '../../kit/chart/chart-sheet.ts'
import { SidePanel } from './side-panel.tsx'

type SavePanelProps = {
  sheet: RefObject<ChartSheet | null>
  box: RefObject<HTMLElement | null>
  onClose: () => void
}

/** As a picture or as a table. */
export function SavePanel({ sheet, box, onClose }: SavePanelProps) {
  const t = useTranslations('chart.tools')
  const save = (as: 'png' | 'csv'): void => {
    if (sheet.current)
      void saveChart(as, sheet.current, box.current, {
        saved: (file) => t('saved', { file }),
        failed: t('failed'),
      })
    onClose()
  }
  return (
    <SidePanel title={t('save')} note={t('saveText')} onClose={onClose}>
      <Button kind="soft" wide onClick={() => save('png')}>
        {t('picture')}
      </Button>
      <Button kind="soft" wide onClick={() => save('csv')}>
        {t('table')}
      </Button>
    </SidePanel>
  )
}
