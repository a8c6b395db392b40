import { Combobox, Loader, Pill, PillsInput, useCombobox } from '@mantine/core'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { dressed } from '#kit/web/styles/mantine-frame.tsx'
import { useFloating } from './floating-target.ts'
import { useLayer } from './layers.ts'
import type { Option } from './option.ts'
import { ReadValue, useReads } from './reading.tsx'
import { found, labelOrder, OptionList, type SelectBasics } from './select-parts.tsx'
import { toast } from './toast.ts'

interface MultiSelectProps extends SelectBasics {
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
  /** The most that may be chosen; one more only says so (TBL-36). */
  readonly max?: number
}

function MultiSelectControl(props: MultiSelectProps) {
  const { value, onChange, max = 6000, options, onSearch, more = false, loading = false, failed = false, clearable = false, disabled = false } = props
  const words = useWords('kit')
  const floating = useFloating()
  const id = useId()
  const [typed, setTyped] = useState('')
  const known = useRef(new Map<string, Option>())
  for (const option of options) known.current.set(option.value, option)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const shown = onSearch ? options : found(options, typed)

  const search = (text: string) => {
    setTyped(text)
    combobox.resetSelectedOption()
    onSearch?.(text)
  }
  const leave = () => {
    combobox.closeDropdown()
    if (typed !== '') search('')
  }
  useLayer('popup', combobox.dropdownOpened, leave)
  const remove = (gone: string) => onChange(value.filter((each) => each !== gone))
  const toggle = (chosen: string) => {
    if (typed !== '') search('')
    if (value.includes(chosen)) remove(chosen)
    else if (value.length >= max) toast.warning(words('select.maximum'))
    else onChange([...value, chosen])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = value.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last)
    // What is typed is no answer yet: it must not send the form.
    if (event.key !== 'Enter' || typed === '' || combobox.getSelectedOptionIndex() >= 0) return
    event.preventDefault()
    const [only, ...others] = shown.filter((option) => !option.disabled)
    if (only && others.length === 0 && !loading) toggle(only.value)
  }
  const clears = clearable && value.length > 0 && !disabled
  return (
    <Combobox store={combobox} __staticSelector="MultiSelect" onOptionSubmit={toggle} {...floating}>
      <Combobox.DropdownTarget>
        <PillsInput
          __staticSelector="MultiSelect"
          id={id}
          label={props.label}
          description={props.help}
          error={props.error}
          withAsterisk={props.required ?? false}
          inputWrapperOrder={labelOrder}
          disabled={disabled}
          onClick={() => combobox.openDropdown()}
          rightSection={
            loading ? (
              <Loader size={14} />
            ) : clears ? (
              <Combobox.ClearButton aria-label={words('select.clear')} aria-hidden={false} tabIndex={0} onClear={() => onChange([])} />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={clears && !loading ? 'all' : 'none'}
        >
          <Pill.Group>
            {value.map((each) => {
              const { label = each, title } = known.current.get(each) ?? {}
              return (
                <Pill
                  key={each}
                  title={title ?? label}
                  disabled={disabled}
                  withRemoveButton={!disabled}
                  onRemove={() => remove(each)}
                  removeButtonProps={{ 'aria-label': words('select.remove', { name: title ?? label }), 'aria-hidden': false }}
                >
                  {label}
                </Pill>
              )
            })}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                id={id}
                aria-label={props['aria-label']}
                aria-autocomplete="list"
                aria-required={props.required || undefined}
                aria-invalid={props.error ? true : undefined}
                placeholder={value.length > 0 ? '' : (props.placeholder ?? words('select.placeholder'))}
                disabled={disabled}
                value={typed}
                onChange={(event) => {
                  search(event.currentTarget.value)
                  combobox.openDropdown()
                }}
                onKeyDown={onKeyDown}
                onBlur={() => {
                  leave()
                  props.onBlur?.()
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={disabled}>
        <OptionList
          options={shown}
          chosen={value}
          text={typed}
          more={more}
          failed={failed}
          name={props.label ? { labelledBy: `${id}-label` } : { 'aria-label': props['aria-label'] }}
        />
      </Combobox.Dropdown>
    </Combobox>
  )
}

const DressedMultiSelect = dressed(MultiSelectControl)

/** Several of many, found by typing; those chosen are marked in the list, and chosen again they are taken away. Not for table rows. */
export function MultiSelect(props: MultiSelectProps) {
  if (!useReads()) return <DressedMultiSelect {...props} />
  const names = new Map(props.options.map(({ value, label, title }) => [value, title ?? label]))
  return <ReadValue label={props.label}>{props.value.map((each) => names.get(each) ?? each).join(', ')}</ReadValue>
}
