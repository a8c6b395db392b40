import { Combobox, InputBase, Loader, useCombobox } from '@mantine/core'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { dressed } from '#kit/web/styles/mantine-frame.tsx'
import { useFloating } from './floating-target.ts'
import type { Begun } from './closed-select.tsx'
import { useLayer } from './layers.ts'
import type { Option } from './option.ts'
import { ReadValue, useReads } from './reading.tsx'
import { found, labelOrder, OptionList, shownOptions, type SelectBasics } from './select-parts.tsx'

export { MultiSelect } from './multi-select.tsx'

interface SelectProps extends SelectBasics {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** What was done with what stood in its place. */
  readonly begun?: Begun
}

/** The option of a value, also once the list no longer holds it, as while something else is searched for. */
function useChosen(options: readonly Option[], value: string | null): Option | undefined {
  const known = useRef<Option>(undefined)
  const option = options.find((each) => each.value === value)
  if (option) known.current = option
  return option ?? (known.current?.value === value ? known.current : undefined)
}

function SelectControl(props: SelectProps) {
  const { value, onChange, options, onSearch, more = false, loading = false, failed = false, clearable = false, disabled = false } = props
  const words = useWords('kit')
  const floating = useFloating()
  const id = useId()
  const { begun } = props
  const [typed, setTyped] = useState(begun?.focused ? begun.typed : undefined)
  const input = useRef<HTMLInputElement>(null)
  const chosen = useChosen(options, value)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { dropdownOpened, selectOption, resetSelectedOption } = combobox
  const shown = onSearch || typed === undefined ? options : found(options, typed)

  // The keys begin at the present one, at once: a key that is pressed as the list opens counts from there. Options of the server come when it is open already;
  // the same ones again take nobody back from where the keys have led.
  const offered = shown.map((option) => option.value).join('\n')
  const present = shown.slice(0, shownOptions).findIndex((option) => option.value === value)
  useEffect(() => {
    if (dropdownOpened && typed === undefined && present >= 0) selectOption(present)
    else resetSelectedOption()
  }, [dropdownOpened, typed, offered, present, selectOption, resetSelectedOption])

  /** What was typed and answered with Enter before the options had come: it is chosen once they have, if it names one of them. */
  const [awaited, setAwaited] = useState(false)
  const coming = loading || (options.length === 0 && !onSearch)
  const search = (text: string | undefined) => {
    setTyped(text)
    setAwaited(false)
    onSearch?.(text ?? '')
  }
  const leave = () => {
    combobox.closeDropdown()
    if (typed !== undefined) search(undefined)
  }
  useLayer('popup', dropdownOpened, leave)
  const choose = (next: string | null) => {
    leave()
    if (next !== value) onChange(next)
  }
  const [first, ...others] = shown.filter((option) => !option.disabled)
  const only = first && others.length === 0 ? first.value : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    // What is typed is no answer yet: it must not send the form.
    if (event.key !== 'Enter' || typed === undefined || combobox.getSelectedOptionIndex() >= 0) return
    event.preventDefault()
    if (typed.trim() === '' && clearable) choose(null)
    else if (coming) setAwaited(true)
    else if (only) choose(only)
  }
  const settle = useRef(() => {})
  settle.current = () => {
    setAwaited(false)
    if (only) choose(only)
    else if (!dropdownOpened) leave()
  }
  // Before anything is pressed: what others offer as chosen until then is not confirmed in its place.
  useLayoutEffect(() => {
    if (awaited && !coming) settle.current()
  }, [awaited, coming])
  // Whoever was in its place goes on in it.
  const goOn = useRef(() => {})
  goOn.current = () => {
    if (!begun?.focused) return
    const { open, typed: text } = begun
    input.current?.focus()
    if (text !== undefined) {
      input.current?.setSelectionRange(text.length, text.length)
      onSearch?.(text)
    }
    if (open) combobox.openDropdown()
  }
  useLayoutEffect(() => goOn.current(), [])
  const clears = clearable && value !== null && !disabled
  return (
    <Combobox store={combobox} __staticSelector="Select" onOptionSubmit={choose} {...floating}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          __staticSelector="Select"
          id={id}
          ref={input}
          label={props.label}
          aria-label={props['aria-label']}
          aria-autocomplete="list"
          description={props.help}
          error={props.error}
          withAsterisk={props.required ?? false}
          aria-required={props.required || undefined}
          inputWrapperOrder={labelOrder}
          placeholder={props.placeholder ?? words('select.placeholder')}
          disabled={disabled}
          title={typed === undefined ? (chosen?.title ?? undefined) : undefined}
          value={typed ?? chosen?.label ?? ''}
          onChange={(event) => {
            search(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onClick={(event) => {
            combobox.openDropdown()
            if (typed === undefined) event.currentTarget.select()
          }}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={onKeyDown}
          onBlur={() => {
            // Nothing is left of the name: nothing is chosen.
            if (typed?.trim() === '' && clears) choose(null)
            else if (awaited) combobox.closeDropdown()
            else leave()
            props.onBlur?.()
          }}
          rightSection={
            loading ? (
              <Loader size={14} />
            ) : clears ? (
              // Mantine hides this button from the keyboard and from screen readers.
              <Combobox.ClearButton aria-label={words('select.clear')} aria-hidden={false} tabIndex={0} onClear={() => choose(null)} />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={clears && !loading ? 'all' : 'none'}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={disabled}>
        <OptionList
          options={shown}
          chosen={value === null ? [] : [value]}
          text={typed ?? ''}
          more={more}
          failed={failed}
          name={props.label ? { labelledBy: `${id}-label` } : { 'aria-label': props['aria-label'] }}
        />
      </Combobox.Dropdown>
    </Combobox>
  )
}

const DressedSelect = dressed(SelectControl)

/** One of many: it opens with all of them, the present one marked and in sight, and the first key that is typed begins a search. Not for table rows. */
export function Select(props: SelectProps) {
  if (!useReads()) return <DressedSelect {...props} />
  const chosen = props.options.find(({ value }) => value === props.value)
  return <ReadValue label={props.label}>{chosen?.title ?? chosen?.label ?? props.value}</ReadValue>
}
