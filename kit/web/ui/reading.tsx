import { createContext, use, type ReactNode } from 'react'
import styles from './field.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

const Reads = createContext(false)

/** While it is on, the controls within are text to read: nobody meets a field that does not answer. */
export const Reading = ({ on, children }: { readonly on: boolean; readonly children: ReactNode }) => <Reads value={on}>{children}</Reads>

/** Whether controls here are text to read. */
export const useReads = (): boolean => use(Reads)

interface ReadValueProps {
  readonly label?: ReactNode
  readonly name?: string | undefined
  readonly help?: ReactNode
  readonly children?: ReactNode
}

/** What a control holds, with its name; a dash for nothing. `name` is that of a control without a label in sight. */
export const ReadValue = ({ label, name, help, children }: ReadValueProps) => (
  <div className={styles.field}>
    {label ? <span className={styles.label}>{label}</span> : null}
    <span className={styles.read}>
      {!label && name ? <VisuallyHidden>{name} </VisuallyHidden> : null}
      {children === '' || children === null || children === undefined ? '—' : children}
    </span>
    {help ? <p className={styles.help}>{help}</p> : null}
  </div>
)
