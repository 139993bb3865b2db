import type { CardColors } from './draw-card.ts'

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** The look of the app as it is now, light or dark. */
export const cardLook = (): { colors: CardColors; font: string } => ({
  font: token('--font'),
  colors: {
    paper: token('--surface'),
    ink: token('--text'),
    soft: token('--text-2'),
    faint: token('--line-strong'),
    chart: token('--chart-1'),
    sun: token('--sun'),
    mark: token('--primary-fill'),
    onMark: token('--on-primary'),
  },
})
