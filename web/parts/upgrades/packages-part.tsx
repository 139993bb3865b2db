import { PackageOpen, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import type { PageSearch } from '../../paths.ts'
import { useTyped } from '../pickers/use-typed.ts'
import { setPageSearch } from '../../app/shell/page-search.ts'
import { Button } from '../../kit/button.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { PackageRow } from './package-row.tsx'
import { PackageSheet } from './package-sheet.tsx'
import { usePackages } from './upgrade-queries.ts'
import { UploadSheet } from './upload-sheet.tsx'
import rows from '../alarms/alarms.module.css'
import { Windowed } from '../../kit/windowed.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'

/** Firmware packages, newest first; each opens to what is in it and what can be done with it. */
export function PackagesPart({ search }: { search: PageSearch<'device-upgrade'> }) {
  const t = useTranslations('upgrades')
  const mayUpload = useAllowed('device:package:upload')
  const [uploading, setUploading] = useState(false)
  const { typed, search: wanted, type } = useTyped()
  const list = usePackages(wanted ? { search: wanted } : {})
  const keys = list.pages?.[0]?.keys.filter(({ revoked }) => !revoked).map(({ id }) => id)
  const show = (packageId: string | undefined): void => setPageSearch('device-upgrade', search, { packageId })
  return (
    <>
      <SearchBox value={typed} onChange={type} label={t('packages.search')} />
      {mayUpload && keys && keys.length > 0 && (
        <Button kind="soft" wide icon={<Upload size={18} aria-hidden />} onClick={() => setUploading(true)}>
          {t('packages.upload')}
        </Button>
      )}
      <PagedList
        list={list}
        lines={5}
        card
        more={t('more')}
        empty={
          <EmptyState
            icon={<PackageOpen size={26} aria-hidden />}
            title={wanted ? t('packages.noneFound', { text: wanted }) : t('packages.none')}
            {...(!wanted && { text: t('packages.noneText') })}
          />
        }
      >
        {(packages) => (
          <ul className={rows.list} aria-label={t('tab.packages')}>
            <Windowed items={packages} as="li" rowHeight={96}>
              {(piece) =>
                piece.map((one) => <PackageRow key={one.id} one={one} onPress={() => show(one.id)} />)
              }
            </Windowed>
          </ul>
        )}
      </PagedList>
      {keys && mayUpload && (
        <p className={rows.place}>
          {keys.length === 0 ? t('packages.noKeys') : t('packages.keys', { keys: keys.join(', ') })}
        </p>
      )}
      {search.packageId !== undefined && (
        <PackageSheet packageId={search.packageId} onClose={() => show(undefined)} />
      )}
      {uploading && (
        <UploadSheet
          onClose={() => setUploading(false)}
          onDone={(packageId) => {
            setUploading(false)
            show(packageId)
          }}
        />
      )}
    </>
  )
}
