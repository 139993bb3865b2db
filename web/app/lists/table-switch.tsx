import { Rows3, Table2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../kit/page.tsx'
import type { Table } from './use-table.ts'

/** Between list and table, where there is room for one. */
export function TableSwitch({ of }: { of: Table }) {
  return of.offered ? <Switch of={of} /> : null
}

// Its words come with the frame of wide screens.
function Switch({ of: { on, change } }: { of: Table }) {
  const t = useTranslations('table')
  return (
    <IconButton label={on ? t('asList') : t('asTable')} onClick={() => change({ on: !on })}>
      {on ? <Rows3 size={20} aria-hidden /> : <Table2 size={20} aria-hidden />}
    </IconButton>
  )
}
