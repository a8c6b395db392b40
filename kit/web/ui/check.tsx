import type { ComponentProps, ReactNode } from 'react'
import styles from './check.module.css'

/** A native checkbox, cheap enough for every row of a table; give it an `aria-label` when nothing labels it. */
export function Check({ indeterminate = false, ...rest }: ComponentProps<'input'> & { indeterminate?: boolean }) {
  return (
    <input
      type="checkbox"
      className={styles.check}
      ref={(element) => {
        if (element) element.indeterminate = indeterminate
      }}
      {...rest}
    />
  )
}

interface LabelledProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode
}

/** A checkbox with its words beside it. */
export function Checkbox({ label, ...rest }: LabelledProps) {
  return (
    <label className={styles.label}>
      <Check {...rest} />
      {label}
    </label>
  )
}

/** On or off at once, without saving. */
export function Switch({ label, ...rest }: LabelledProps) {
  return (
    <label className={styles.label}>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox brings its own state */}
      <input type="checkbox" role="switch" className={styles.switch} {...rest} />
      {label}
    </label>
  )
}
