import styles from './steps.module.css'

export interface Step<T extends string> {
  readonly value: T
  readonly label: string
  readonly done?: boolean
  /** Something in it is to be mended. */
  readonly wrong?: boolean
}

interface StepsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly steps: readonly Step<T>[]
}

/** Numbered steps of something that is gone through in order; each can be come to at any time. */
export const Steps = <T extends string>({ label, value: current, onChange, steps }: StepsProps<T>) => (
  <ol className={styles.steps} aria-label={label}>
    {steps.map(({ value, label: said, done, wrong }, n) => (
      <li key={value}>
        <button
          type="button"
          aria-current={value === current ? 'step' : undefined}
          data-done={done || undefined}
          data-wrong={wrong || undefined}
          onClick={() => onChange(value)}
        >
          <b aria-hidden>{n + 1}</b>
          {said}
        </button>
      </li>
    ))}
  </ol>
)
