import { useTranslations } from 'use-intl'
import type { RegistryRow } from './read-registry.ts'
import { RegistryLines } from './registry-lines.tsx'
import { useProblemText } from './use-registry-text.ts'

const wrongMost = 100
const rightMost = 20

/** What is in a table before it is sent: what has to be looked at first, without a secret or a claim code. */
export function RegistryPreview({ rows }: { rows: readonly RegistryRow[] }) {
  const t = useTranslations('registry')
  const problemText = useProblemText()
  const wrong = rows.filter(({ problem }) => problem !== null)
  const right = rows.filter(({ problem }) => problem === null)
  return (
    <>
      <RegistryLines
        title={t('wrong', { count: wrong.length })}
        look="bad"
        most={wrongMost}
        lines={wrong.map(({ no, sn, problem }) => ({ no, sn, hint: problemText(problem) ?? '' }))}
      />
      <RegistryLines
        title={t('right', { count: right.length })}
        look="good"
        most={rightMost}
        lines={right.map(({ no, sn, line }) => ({ no, sn, hint: line.model ?? '' }))}
      />
    </>
  )
}
