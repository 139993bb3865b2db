import { ChevronLeft, ChevronRight, Download, Printer, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../app/failure/error-state.tsx'
import { stepPeriod } from '../../kit/chart/period.ts'
import { IconButton } from '../../kit/page.tsx'
import { saveTable } from '../../kit/save-file.ts'
import { Segmented } from '../../kit/segmented.tsx'
import { toast } from '../../kit/toast.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import styles from './report.module.css'

type ReportHeadProps = {
  /** `2026-11` or `2026`. */
  of: string
  /** The present day of the place. */
  today: string
  onChange: (of: string) => void
}

/** Month or year, one back and forth; never beyond the present. */
export function ReportHead({ of, today, onChange }: ReportHeadProps) {
  const t = useTranslations('report')
  const format = useFormat()
  const period = of.length === 4 ? 'year' : 'month'
  const [before, after] = ([-1, 1] as const).map((by) => stepPeriod(period, of, by, today))
  const choose = (next: 'month' | 'year'): void => {
    if (next === period) return
    const year = of.slice(0, 4)
    onChange(next === 'year' ? year : year === today.slice(0, 4) ? today.slice(0, 7) : `${year}-12`)
  }
  return (
    <div className={styles.period}>
      <div className={styles.noPrint}>
        <Segmented
          label={t('period')}
          value={period}
          onChange={choose}
          options={[
            { value: 'month', label: t('month') },
            { value: 'year', label: t('year') },
          ]}
        />
      </div>
      <div className={styles.steps}>
        <IconButton label={t('earlier')} disabled={!before} onClick={() => before && onChange(before)}>
          <ChevronLeft size={22} aria-hidden />
        </IconButton>
        <output>{format.day(of)}</output>
        <IconButton label={t('later')} disabled={!after} onClick={() => after && onChange(after)}>
          <ChevronRight size={22} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

type ReportActionsProps = {
  ready: boolean
  table: () => Promise<{ name: string; csv: string }>
  /** As a picture. */
  onShare?: () => void
}

/** As a picture, on paper, and as a table. */
export function ReportActions({ ready, table, onShare }: ReportActionsProps) {
  const t = useTranslations('report')
  const failureText = useFailureText()
  const [saving, setSaving] = useState(false)
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      const { csv, name } = await table()
      saveTable(csv, name)
      toast(t('saved'))
    } catch (error) {
      toast(failureText(error), 'failed')
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      {onShare && (
        <IconButton label={t('share')} disabled={!ready} onClick={onShare}>
          <Share2 size={20} aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('save')} disabled={!ready || saving} onClick={() => void save()}>
        <Download size={20} aria-hidden />
      </IconButton>
      <IconButton label={t('print')} disabled={!ready} onClick={() => window.print()}>
        <Printer size={20} aria-hidden />
      </IconButton>
    </>
  )
}
