import styles from './help.module.css'

/** A short section of a help text. */
export function Text({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3>{title}</h3>
      <p>{text}</p>
    </section>
  )
}

/** A topic and one message on it, as they go over the wire. */
export function Message({
  title,
  text,
  topic,
  example,
}: {
  title: string
  text?: string
  topic: string
  example: string
}) {
  return (
    <div className={styles.message}>
      <h4>{title}</h4>
      <code className={styles.topic}>{topic}</code>
      {text && <p>{text}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll sideways, so keys must reach it */}
      <section tabIndex={0} aria-label={title}>
        <pre>{example}</pre>
      </section>
    </div>
  )
}
