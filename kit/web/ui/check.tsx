import type { ComponentProps } from 'react'
import css from './check.module.css'

interface CheckProps extends ComponentProps<'input'> {
  readonly indeterminate?: boolean
}

/** A native checkbox in our clothes: cheap enough for every row of a table. */
export function Check({ indeterminate = false, ...rest }: CheckProps) {
  return (
    <input
      type="checkbox"
      className={css.check}
      ref={(element) => {
        if (element) element.indeterminate = indeterminate
      }}
      {...rest}
    />
  )
}
