import { useState, type KeyboardEvent, type RefObject } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Field } from './field.tsx'
import css from './closed-select.module.css'
import type { SelectBasics } from './select-parts.tsx'

/** What somebody did with a closed select before the select itself was there, which goes on from it. */
export interface Begun {
  focused: boolean
  open: boolean
  typed: string | undefined
}

interface ClosedSelectProps extends SelectBasics {
  /** The name of what is chosen. */
  readonly chosen: string | undefined
  readonly title: string | undefined
  readonly begun: RefObject<Begun>
  /** Somebody turns to it. */
  readonly onTurn: () => void
}

/** A select to which nobody has turned yet: the browser's own field, which looks like it. */
export function ClosedSelect({ chosen, title, begun, onTurn, ...props }: ClosedSelectProps) {
  const words = useWords('kit')
  const [typed, setTyped] = useState<string>()
  const turn = (next: Partial<Begun>) => {
    Object.assign(begun.current, next)
    onTurn()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    turn({ open: true })
  }
  return (
    <Field label={props.label} help={props.help} error={props.error} required={props.required}>
      {(control) => (
        <div className={css.framed} onPointerEnter={onTurn}>
          <input
            {...control}
            type="text"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- it controls a list only once that is there
            role="combobox"
            className={css.control}
            autoComplete="off"
            aria-label={props['aria-label']}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-expanded={false}
            placeholder={props.placeholder ?? words('select.placeholder')}
            disabled={props.disabled}
            title={typed === undefined ? title : undefined}
            value={typed ?? chosen ?? ''}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value)
              turn({ typed: value, open: true })
            }}
            onPointerDown={() => turn({ open: true })}
            onClick={() => turn({ open: true })}
            onFocus={({ currentTarget }) => {
              currentTarget.select()
              turn({ focused: true })
            }}
            onBlur={() => {
              turn({ focused: false, open: false, typed: undefined })
              setTyped(undefined)
              props.onBlur?.()
            }}
            onKeyDown={onKeyDown}
          />
          <svg className={css.chevron} viewBox="0 0 15 15" aria-hidden>
            <path d="M4.93 5.43a.45.45 0 0 0 .64.64L7.5 4.14l1.93 1.93a.45.45 0 0 0 .64-.64l-2.25-2.25a.45.45 0 0 0-.64 0Zm5.14 4.14a.45.45 0 0 0-.64-.64L7.5 10.86 5.57 8.93a.45.45 0 0 0-.64.64l2.25 2.25a.45.45 0 0 0 .64 0Z" />
          </svg>
        </div>
      )}
    </Field>
  )
}
