import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { useFormat } from '../kit/words/use-format.ts'
import { LanguageButton } from '../app/shell/language-button.tsx'
import { Page } from '../kit/page.tsx'
import styles from '../parts/mine/privacy/privacy.module.css'

const sections = ['who', 'what', 'why', 'where', 'people', 'long', 'device', 'rights', 'contact'] as const
/** When this text was last changed in what it says. */
const inForce = '2026-11-21'

/** Within the page: no step to go back by. */
const show = (event: MouseEvent, name: string): void => {
  event.preventDefault()
  const heading = document.getElementById(name)?.querySelector('h2')
  heading?.parentElement?.scrollIntoView({ behavior: 'auto', block: 'start' })
  heading?.focus({ preventScroll: true })
}

/** What is stored about people; open to everybody, signed in or not. */
export function UserPrivacyAgreementPage() {
  const t = useTranslations('privacy')
  const format = useFormat()
  const told = useData('GET /api/privacy', undefined, { staleTime: 0 }).data
  const maps = told
    ? told.tileHost === null
      ? t('maps.outline')
      : t('maps.tiles', { host: told.tileHost })
    : t('maps.unknown')
  return (
    <Page title={t('title')} back={pathTo('mine-page')} actions={<LanguageButton />}>
      <article className={styles.text}>
        <p className={styles.lead}>{t('lead')}</p>
        <p className={styles.quiet}>{t('updated', { day: format.day(inForce) })}</p>
        <nav className={styles.contents} aria-label={t('contents')}>
          <ol>
            {sections.map((name) => (
              <li key={name}>
                <a href={`#${name}`} onClick={(event) => show(event, name)}>
                  {t(`sections.${name}.title`)}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        {sections.map((name, no) => (
          <section key={name} id={name} className={styles.section}>
            <h2 tabIndex={-1}>
              <span aria-hidden>{no + 1}</span>
              {t(`sections.${name}.title`)}
            </h2>
            <Paragraphs
              text={
                name === 'contact'
                  ? t('sections.contact.text', { host: location.host })
                  : name === 'where'
                    ? t('sections.where.text', { maps })
                    : t(`sections.${name}.text`)
              }
            />
          </section>
        ))}
      </article>
    </Page>
  )
}

/** Lines as paragraphs; those that begin with a dash as a list. */
function Paragraphs({ text }: { text: string }) {
  const blocks: (string | string[])[] = []
  for (const line of text.split('\n')) {
    const before = blocks.at(-1)
    if (!line.startsWith('- ')) blocks.push(line)
    else if (Array.isArray(before)) before.push(line.slice(2))
    else blocks.push([line.slice(2)])
  }
  return blocks.map((block) =>
    Array.isArray(block) ? (
      <ul key={block[0]}>
        {block.map((item) => (
          <Item key={item} text={item} />
        ))}
      </ul>
    ) : (
      <p key={block}>{block}</p>
    ),
  )
}

/** What stands before a colon names the item. */
function Item({ text }: { text: string }) {
  const [, name, rest] = /^([^:：.。]{2,28}[:：])([^]+)$/.exec(text) ?? []
  return (
    <li>
      {name && rest ? (
        <>
          <b>{name}</b>
          {rest}
        </>
      ) : (
        text
      )}
    </li>
  )
}
