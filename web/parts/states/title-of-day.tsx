import styles from './title-of-day.module.css'

/** What a card is called, and by night of which day its figures are; `day`: null = of now. */
export function TitleOfDay({ title, day }: { title: string; day: string | null }) {
  return day === null ? (
    title
  ) : (
    <>
      {title} <small className={styles.day}>{day}</small>
    </>
  )
}
