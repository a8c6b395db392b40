import { createContext, use, useId, type ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { VisuallyHidden } from './visually-hidden.tsx'
import styles from './field.module.css'

export interface FieldTexts {
  readonly label?: ReactNode
  readonly help?: ReactNode
  /** What is wrong, already in the reader's language. */
  readonly error?: string | undefined
  readonly required?: boolean | undefined
}

/** What ties a control to its label, help and error. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-invalid': boolean | undefined
  readonly 'aria-describedby': string | undefined
  readonly 'aria-required': boolean | undefined
}

/** Whether fields are text to read (`Reading`). */
export const Reads = createContext(false)

/** Label above, help and error below any control: `<Field label=…>{(control) => <input {...control} />}</Field>`. */
export function Field({
  label,
  help,
  error,
  required,
  warning,
  read,
  children,
}: FieldTexts & {
  /** Speaks against the value without refusing it. */
  readonly warning?: string | undefined
  /** What it holds, shown in its place where fields are text to read. */
  readonly read?: ReactNode
  readonly children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const words = useWords('kit')
  const reads = use(Reads)
  const described = [help ? `${id}-help` : '', warning ? `${id}-warning` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      {label ? (
        <label className={styles.label} htmlFor={id}>
          {label}
          {required ? (
            <span className={styles.asterisk}>
              <span aria-hidden> *</span>
              <VisuallyHidden> ({words('mandatory')})</VisuallyHidden>
            </span>
          ) : null}
        </label>
      ) : null}
      {reads && read !== undefined ? (
        <span id={id} className={styles.read}>
          {read || '—'}
        </span>
      ) : (
        children({
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described || undefined,
          'aria-required': required || undefined,
        })
      )}
      {help ? (
        <p className={styles.help} id={`${id}-help`}>
          {help}
        </p>
      ) : null}
      {warning ? (
        <p className={styles.warning} id={`${id}-warning`} role="status">
          {warning}
        </p>
      ) : null}
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
