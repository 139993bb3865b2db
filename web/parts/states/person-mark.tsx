import styles from './person-mark.module.css'

/** What stands for a name: the last two characters of a Chinese one, else the first letters of its words. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const [first = ''] = words
  if (/\p{Script=Han}/u.test(first)) return [...first].slice(-2).join('')
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
}

/** A person, small, beside their name: it says nothing of its own. */
export function PersonMark({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span className={large ? styles.large : styles.mark} aria-hidden>
      {initialsOf(name)}
    </span>
  )
}
