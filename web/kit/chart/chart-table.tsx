import { useTranslations } from 'use-intl'

type ChartTableProps = {
  summary: string
  columns: readonly string[]
  rows: readonly { head: string; cells: readonly string[] }[]
}

/** What a chart shows, for those who do not see it: a sentence and a table. */
export function ChartTable({ summary, columns, rows }: ChartTableProps) {
  const t = useTranslations('ui')
  return (
    <div className="sr-only">
      <p>{summary}</p>
      <table>
        <caption>{t('data')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ head, cells }, no) => (
            // oxlint-disable-next-line react/no-array-index-key -- two rows may have one head: an hour that comes twice
            <tr key={no}>
              <th scope="row">{head}</th>
              {cells.map((cell, at) => (
                <td key={columns[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
