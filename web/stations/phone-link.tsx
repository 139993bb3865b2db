import { Phone } from 'lucide-react'
import styles from './information-tab.module.css'

/** A number to be pressed and called. */
export function PhoneLink({ phone, label }: { phone: string; label: string }) {
  return (
    <a className={styles.call} href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} aria-label={label}>
      {phone}
      <Phone size={16} aria-hidden />
    </a>
  )
}
