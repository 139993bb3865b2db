import { useTranslations } from 'use-intl'
import { pathTo } from '../../../paths.ts'
import { Row } from '../../../kit/row.tsx'
import type { ListSearch } from '../list-filter.ts'

/** Leads from the worst stations, which are named, to the list of all that the map shows. */
export function ListedRow({ search, hint }: { search: ListSearch; hint: boolean }) {
  const t = useTranslations('map')
  const { order: _, view: _view, ...all } = search
  return <Row to={pathTo('station-list', all)} label={t('listed')} hint={hint && t('worstNamed')} />
}
