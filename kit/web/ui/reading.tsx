import { use, type ReactNode } from 'react'
import { Field, Reads } from './field.tsx'

/** While it is on, fields within are text to read: nobody meets one that does not answer. Switches and choices are drawn by who shows them, as `ReadValue`. */
export const Reading = ({ on, children }: { readonly on: boolean; readonly children: ReactNode }) => <Reads value={on}>{children}</Reads>

/** Whether fields here are text to read. */
export const useReads = (): boolean => use(Reads)

interface ReadValueProps {
  readonly label?: ReactNode
  readonly help?: ReactNode
  readonly children?: ReactNode
}

/** What a control holds, with its name; a dash for nothing. */
export const ReadValue = ({ label, help, children }: ReadValueProps) => (
  <Reads value>
    <Field label={label} help={help} read={children ?? ''}>
      {() => null}
    </Field>
  </Reads>
)
