import { useTranslations } from 'use-intl'
import { isNewerProgram } from '#domain/edges/newer-program.ts'
import { useData } from '../../app/data/query.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { Row } from '../../kit/row.tsx'
import type { Edge } from './edge-view.ts'
import styles from './edges.module.css'

/** Its program, and a newer one where there is one: offered, never forced. */
export function ProgramRow({ edge }: { edge: Pick<Edge, 'version' | 'newestVersion' | 'builtIn'> }) {
  const t = useTranslations('edge.card')
  const { version, newestVersion, builtIn } = edge
  const newer = isNewerProgram(newestVersion, version)
  const value = version === '' ? t('versionUnknown') : version
  if (!newer) return <Row label={t('version')} value={value} {...(version !== '' && { hint: t('newest') })} />
  return (
    <>
      <Row label={t('version')} value={value} hint={t('newer', { version: newestVersion })} />
      <div className={styles.foot}>
        <p className={styles.hint}>{t(builtIn ? 'newerBuiltIn' : 'newerText')}</p>
        {!builtIn && <NewerCommand />}
      </div>
    </>
  )
}

/** Fetches the program again, into its place. What came is compared with what this app was told. */
function NewerCommand() {
  const t = useTranslations('edge.card')
  const { data } = useData('GET /api/edge/program')
  if (!data) return null
  const fetched = `curl -fsSk ${window.location.origin}/edge.tgz -o edge.tgz`
  const right = `echo "${data.sha256}  edge.tgz" | sha256sum -c`
  const command = `${fetched} && ${right} && tar xzf edge.tgz && cd sunkeeper-edge && npm ci`
  return (
    <code className={styles.lines}>
      <CopyButton text={command} what={t('command')} />
    </code>
  )
}
