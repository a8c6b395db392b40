import type { ReactNode } from 'react'
import css from './entity-form.module.css'

/** A field to read between others that are asked. */
export const ReadField = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={css.readOnly}>
    <span>{label}</span>
    <div>{children}</div>
  </div>
)
