import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { csvOf } from '#domain/files/csv-table.ts'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import { Button } from '../../../kit/button.tsx'
import { saveTable } from '../../../kit/save-file.ts'
import { registryText, type LineResult } from './read-registry.ts'
import type { Desk } from './registry-desk.ts'
import { RegistryLines } from './registry-lines.tsx'
import { useProblemText } from './use-registry-text.ts'
import styles from './registry.module.css'

const shownMost = 100
const plain = (lines: readonly LineResult[]) => lines.map(({ no, sn }) => ({ no, sn, hint: '' }))

type ResultProps = { done: NonNullable<Desk['done']>; change: (by: Partial<Desk>) => void }

/** What became of each line; what was not imported is kept for mending. */
export function RegistryResult({ done: { results, left }, change }: ResultProps) {
  const t = useTranslations('registry')
  const sentence = useSentence()
  const problemText = useProblemText()
  const of = (result: LineResult['result']) => results.filter((one) => one.result === result)
  const reason = (code: string | null): string =>
    [sentence(code ?? undefined), code === 'sn_repeat' && t('repeatHint')].filter(Boolean).join('')
  // What was sent and refused, then what was kept back because it was wrong already.
  const refused = of('refused').map(({ no, sn, code }) => ({ no, sn, hint: reason(code) }))
  const keptBack = left
    .filter(({ problem }) => problem !== null)
    .map(({ no, sn, problem }) => ({ no, sn, hint: problemText(problem) ?? '' }))
  const save = (): void => {
    const rows = [
      ...results.map(({ no, sn, result, code }) => [no, sn, t(`result.${result}`), reason(code)]),
      ...keptBack.map(({ no, sn, hint }) => [no, sn, t('result.left'), hint]),
    ].sort(([one], [other]) => Number(one) - Number(other))
    const heads = [t('lineHead'), 'SN', t('resultHead'), t('reasonHead')]
    saveTable(csvOf({ heads, rows }), `${t('resultName')}.csv`)
  }
  return (
    <>
      <div className={styles.text} role="status">
        <p className={styles.sum}>{t('imported', { count: of('imported').length })}</p>
        <p>
          {[
            of('known').length > 0 && t('known', { count: of('known').length }),
            refused.length + keptBack.length > 0 && t('refused', { count: refused.length + keptBack.length }),
          ]
            .filter(Boolean)
            .join(' · ') || t('allIn')}
        </p>
      </div>
      <div className={styles.acts}>
        {left.length > 0 && (
          <Button wide onClick={() => change({ text: registryText(left), done: null })}>
            {t('mend', { count: left.length })}
          </Button>
        )}
        <Button kind="soft" wide onClick={() => change({ text: '', done: null })}>
          {t('another')}
        </Button>
        <Button kind="plain" wide icon={<Download size={18} aria-hidden />} onClick={save}>
          {t('saveResult')}
        </Button>
      </div>
      <RegistryLines
        title={t('refusedTitle', { count: refused.length })}
        look="bad"
        most={shownMost}
        lines={refused}
      />
      <RegistryLines
        title={t('leftTitle', { count: keptBack.length })}
        look="bad"
        most={shownMost}
        lines={keptBack}
      />
      <RegistryLines
        title={t('knownTitle', { count: of('known').length })}
        look="known"
        most={shownMost}
        lines={plain(of('known'))}
      />
      <RegistryLines title={t('importedTitle')} look="good" most={shownMost} lines={plain(of('imported'))} />
      <div className={styles.text}>
        <p>{t('next')}</p>
      </div>
    </>
  )
}
