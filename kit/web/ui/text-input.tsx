import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from './button.tsx'
import { Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'

type InputProps = Omit<ComponentProps<'input'>, 'size' | 'required' | 'type'> &
  FieldTexts & {
    /** The types a form may use (FRM-15); numbers are typed as text, so that no wheel changes them. */
    readonly type?: 'text' | 'email' | 'search' | 'url'
    readonly size?: 'md' | 'lg'
    /** A lucide icon of 14 pixels inside the control. */
    readonly icon?: ReactNode
  }

/** One line of text; a native input, so that `register(…)` of a form can be spread on it. */
export function TextInput({ label, help, error, required, size = 'md', icon, ...rest }: InputProps) {
  return (
    <Field label={label} help={help} error={error} required={required} read={rest.value ?? ''}>
      {(control) => (
        <div className={styles.framed} data-icon={icon ? true : undefined}>
          {icon}
          <input type="text" className={styles.control} data-size={size} {...control} {...rest} />
        </div>
      )}
    </Field>
  )
}

/** Several lines; grows with its text where the browser can. */
export function TextArea({ label, help, error, required, ...rest }: Omit<ComponentProps<'textarea'>, 'required'> & FieldTexts) {
  return (
    <Field label={label} help={help} error={error} required={required} read={rest.value ?? ''}>
      {(control) => <textarea rows={3} className={styles.control} {...control} {...rest} />}
    </Field>
  )
}

/** A secret with a button that shows it. */
export function PasswordInput({ label, help, error, required, size = 'md', ...rest }: Omit<InputProps, 'type' | 'icon'>) {
  const words = useWords('kit')
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} help={help} error={error} required={required}>
      {(control) => (
        <div className={styles.framed} data-button>
          <input type={shown ? 'text' : 'password'} className={styles.control} data-size={size} {...control} {...rest} />
          <IconButton label={words(shown ? 'actions.hide' : 'actions.show')} onClick={() => setShown(!shown)} disabled={rest.disabled}>
            <Icon size={16} strokeWidth={1.75} />
          </IconButton>
        </div>
      )}
    </Field>
  )
}
