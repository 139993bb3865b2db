import type { ChartKey } from './chart-picture.ts'
import { toast } from '../toast.tsx'
import { csvOf, type CsvTable } from '#domain/files/csv-table.ts'
import { saveFile, saveTable } from '../save-file.ts'
import { fileName } from './chart-csv.ts'
import { pictureOf } from './chart-picture.ts'

/** A chart as it leaves the app: what it is called, and what it shows. */
export type ChartSheet = {
  /** What is measured, of what, and when, in words. */
  title: string
  place: string
  /** What it is of there; empty for the place itself. */
  subject: string
  when: string
  /** `YYYY-MM-DD`, `YYYY-MM`, `YYYY` or empty: the end of the file's name. */
  of: string
  /** The zone in words, `Time zone Asia/Shanghai`. */
  zone: string
  keys: readonly ChartKey[]
  /** Made when it is asked for. */
  table: () => CsvTable
}

const nameOf = ({ place, subject, title, of }: ChartSheet, extension: 'csv' | 'png'): string =>
  fileName([place, subject, title, of], extension)

/** Saves a chart on this device and says so. */
export const saveChart = async (
  as: 'png' | 'csv',
  sheet: ChartSheet,
  box: HTMLElement | null,
  words: { saved: (file: string) => string; failed: string },
): Promise<void> => {
  const name = nameOf(sheet, as)
  try {
    if (as === 'csv') saveTable(csvOf(sheet.table()), name)
    else {
      if (!box) throw new Error('nothing drawn')
      const under = [sheet.place, sheet.subject, sheet.when, sheet.zone].filter(Boolean).join(' · ')
      saveFile(await pictureOf(box, { title: sheet.title, under, keys: sheet.keys }), name)
    }
    toast(words.saved(name))
  } catch {
    toast(words.failed, 'failed')
  }
}
