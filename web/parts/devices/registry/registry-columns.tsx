import { useTranslations } from 'use-intl'
import { registryColumns } from '#domain/devices/registry-line.ts'
import { Row, Rows } from '../../../kit/row.tsx'
import styles from './registry.module.css'

/** What each column is for. */
export function RegistryColumns() {
  const t = useTranslations('registry')
  return (
    <section>
      <h3 className={styles.head}>{t('columns')}</h3>
      <Rows>
        {registryColumns.map((column) => (
          <Row key={column} label={<code>{column}</code>} hint={t(`column.${column}`)} />
        ))}
      </Rows>
      <div className={styles.text}>
        <p>{t('hashes')}</p>
      </div>
    </section>
  )
}
