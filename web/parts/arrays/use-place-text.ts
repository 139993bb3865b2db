import { useTranslations } from 'use-intl'
import type { Hang, Site } from './site.ts'

/** Where a device hangs, in words: its string and position, or its cell in the layout. */
export const usePlaceText = (site: Site) => {
  const t = useTranslations('arrays')
  const wired = ({ stringId, position }: Pick<Hang, 'stringId' | 'position'>): string => {
    const string = site.strings.find(({ id }) => id === stringId)
    if (!string) return t('noString')
    const name = t('string', { no: String(string.no) })
    return position === null ? name : `${name} · ${t('position', { no: String(position) })}`
  }
  const laid = ({ areaId, row, col }: Pick<Hang, 'areaId' | 'row' | 'col'>): string => {
    const area = site.areas.find(({ id }) => id === areaId)
    if (!area || row === null || col === null) return t('noSpot')
    return `${area.name} · ${t('cell', { row: String(row), col: String(col) })}`
  }
  return {
    wired,
    laid,
    both: (hang: Hang): string => {
      const parts = [
        ...(hang.stringId === null ? [] : [wired(hang)]),
        ...(hang.areaId === null ? [] : [laid(hang)]),
      ]
      return parts.length === 0 ? t('clash.nowhere') : parts.join(' · ')
    },
  }
}
