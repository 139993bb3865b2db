import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../../kit/classes.ts'
import styles from './form.module.css'
import { stepNames, type StepName } from './steps.ts'

type StepBarProps = {
  step: StepName
  /** How many fields of each step are wrong. */
  wrong: Readonly<Record<StepName, number>>
  done: ReadonlySet<StepName>
  onStep: (step: StepName) => void
}

/** Where in the form one is; every step can be gone to at any time. */
export function StepBar({ step, wrong, done, onStep }: StepBarProps) {
  const t = useTranslations('editing')
  return (
    <nav aria-label={t('steps')}>
      <ol className={styles.steps}>
        {stepNames.map((name, no) => {
          const count = wrong[name]
          const label = t(`step.${name}`)
          return (
            <li key={name}>
              <button
                type="button"
                className={classes(styles.step, count > 0 && styles.stepWrong)}
                aria-current={name === step ? 'step' : undefined}
                onClick={() => onStep(name)}
              >
                <span className={styles.stepMark} aria-hidden>
                  {count > 0 ? (
                    <span>!</span>
                  ) : done.has(name) && name !== step ? (
                    <Check size={14} strokeWidth={3} />
                  ) : (
                    no + 1
                  )}
                </span>
                <span>{label}</span>
                {count > 0 && <span className="sr-only">: {t('wrongHere', { count })}</span>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
