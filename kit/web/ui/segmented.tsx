import { useId, type ReactNode } from 'react'
import styles from './segmented.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface SegmentedProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon?: ReactNode }[]
  /** The icon alone is seen, of all or of those that are not chosen; each has one. */
  readonly tight?: boolean | 'all'
}

/** One of a few, all visible; plain radio buttons underneath, so that nothing is measured in script. */
export function Segmented<T extends string>({ label, value, onChange, options, tight = false }: SegmentedProps<T>) {
  const name = useId()
  return (
    <div className={styles.root} role="radiogroup" aria-label={label}>
      {options.map((option) => {
        const iconOnly = tight === 'all' || (tight && option.value !== value)
        return (
          <label key={option.value} className={styles.item} {...(iconOnly ? { 'data-tooltip': option.label } : {})}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.icon}
            {iconOnly ? <VisuallyHidden>{option.label}</VisuallyHidden> : option.label}
          </label>
        )
      })}
    </div>
  )
}
