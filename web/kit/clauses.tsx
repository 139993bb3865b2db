import styles from './message.module.css'

/** A text whose lines end where its clauses do, so far as these fit; a longer one breaks as sentences break. */
export const Clauses = ({ text }: { text: string }) => (
  <p className={styles.text}>
    {text.match(/[^，。；]+[，。；]?/g)?.map((clause) => (
      <span key={clause}>{clause}</span>
    ))}
  </p>
)
