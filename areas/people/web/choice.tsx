import { useId } from 'react'
import { Switch } from '#kit/web/ui/check.tsx'
import css from './profile.module.css'

interface ChoiceProps {
  readonly label: string
  readonly help: string
  readonly checked: boolean
  readonly onChange: (wanted: boolean) => void
}

/** On or off, with what that means below. */
export function Choice({ label, help, checked, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className={css.choice}>
      <Switch label={label} aria-describedby={id} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <p id={id}>{help}</p>
    </div>
  )
}
