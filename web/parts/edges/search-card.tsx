import { Radar, SearchX, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { FieldError, Fields } from '../../kit/field.tsx'
import { Progress } from '../../kit/progress.tsx'
import { Rows } from '../../kit/row.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { useNow } from '../../kit/time/now.ts'
import { inParts } from '../../kit/words/in-parts.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { placeOf, readAddress } from './device-address.ts'
import type { Discovery, Found } from './edge-view.ts'
import { FoundRow } from './found-row.tsx'
import styles from './edges.module.css'

type SearchCardProps = {
  discovery: Discovery | null
  maySearch: boolean
  mayTake: boolean
  online: boolean
  busy: boolean
  failed: string | undefined
  /** Which one is being taken in. */
  taking: string | null
  onSearch: (ranges: string[] | undefined) => void
  onTake: (found: Found) => void
}

/** What was typed as ranges, divided; undefined = where the edge stands. */
const rangesOf = (typed: string): string[] | undefined => {
  const ranges = typed.split(/[\s,;，；、]+/).filter(Boolean)
  return ranges.length > 0 ? ranges : undefined
}

/** A search of the edge's network: begun by a press, how far it is, and what it has found so far. */
export function SearchCard(props: SearchCardProps) {
  const { discovery, maySearch, mayTake, online, busy, failed, taking, onSearch, onTake } = props
  const t = useTranslations('edge')
  const format = useFormat()
  const now = useNow()
  const [ranges, setRanges] = useState<string | null>(null)
  const running = discovery?.state === 'running'
  const found = discovery?.found ?? []
  const begin = (): void => onSearch(ranges === null ? undefined : rangesOf(ranges))
  const acts = maySearch && !running && (
    <div className={styles.foot}>
      <FieldError id="search-failed" error={failed} />
      <Button
        wide
        kind={found.length > 0 ? 'soft' : 'primary'}
        busy={busy}
        icon={<Radar size={20} aria-hidden />}
        onClick={begin}
      >
        {t(discovery ? 'searchAgain' : 'search')}
      </Button>
      {ranges === null && (
        <Button kind="plain" small onClick={() => setRanges('')}>
          {t('ranges')}
        </Button>
      )}
    </div>
  )
  return (
    <Card flush {...(found.length > 0 && { title: t('foundTitle', { count: found.length }) })}>
      {running && <Searching discovery={discovery} online={online} />}
      {discovery && !running && found.length > 0 && (
        <p className={styles.under}>
          {inParts([
            t('foundAt', { age: format.age(discovery.startedAt, now) }),
            discovery.total === null ? '' : t('askedAll', { count: discovery.total }),
          ])}
        </p>
      )}
      {found.length > 0 && (
        <Rows>
          {found.map((one) => (
            <FoundRow
              key={one.url}
              found={one}
              busy={taking === one.url}
              onTake={mayTake ? () => onTake(one) : null}
            />
          ))}
        </Rows>
      )}
      {!running && found.length === 0 && <Nothing discovery={discovery} maySearch={maySearch} />}
      {ranges !== null && !running && (
        <Fields>
          <TextField
            label={t('rangesLabel')}
            help={t('rangesHelp')}
            value={ranges}
            placeholder="192.168.2.0/24"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => setRanges(event.target.value)}
          />
        </Fields>
      )}
      {acts}
    </Card>
  )
}

function Searching({ discovery, online }: { discovery: Discovery; online: boolean }) {
  const t = useTranslations('edge')
  const { done, total, tried, found } = discovery
  const last = tried.at(-1)
  return (
    <div className={styles.foot} role="status">
      <Progress
        label={t('searching')}
        value={done === null || total === null || total === 0 ? null : Math.min(1, done / total)}
      />
      <p className={styles.hint}>
        {inParts([
          !online
            ? t('searchOffline')
            : done !== null && total !== null
              ? t('asked', { done: String(done), total: String(total) })
              : '',
          t('foundSoFar', { count: found.length }),
        ])}
      </p>
      {last !== undefined && (
        <p className={styles.hint} aria-hidden>
          <Tried what={last} />
        </p>
      )}
    </div>
  )
}

/** What is being asked now, of what the edge said: a host and a port, or the address of a device. */
function Tried({ what }: { what: string }) {
  const t = useTranslations('edge')
  const address = readAddress(what)
  if (address) return t('asking', { place: placeOf(what), way: t(`ways.${address.scheme}`) })
  const [place = '', port = ''] = what.split(' ')
  return port === '' ? place : t('askingPort', { place, port })
}

/** Before the first search, and after one that found nothing. */
function Nothing({ discovery, maySearch }: Pick<SearchCardProps, 'discovery' | 'maySearch'>) {
  const t = useTranslations('edge')
  if (discovery === null)
    return (
      <EmptyState
        inline
        icon={<Radar size={26} aria-hidden />}
        title={t('searchTitle')}
        text={t(maySearch ? 'searchText' : 'searchNot')}
      />
    )
  const failed = discovery.state === 'failed'
  return (
    <EmptyState
      inline
      icon={failed ? <TriangleAlert size={26} aria-hidden /> : <SearchX size={26} aria-hidden />}
      title={t(failed ? 'searchFailed' : 'foundNone')}
      text={inParts([
        discovery.total === null || failed ? '' : t('askedAll', { count: discovery.total }),
        t(failed ? 'searchFailedText' : 'foundNoneText'),
      ])}
    />
  )
}
