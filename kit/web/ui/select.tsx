import {
  Loader,
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type ComboboxItem,
  type ComboboxParsedItem,
  type OptionsFilter,
} from '@mantine/core'
import { useMemo, useState } from 'react'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { useFloating } from './floating-target.ts'
import { toast } from './toast.ts'
import type { FieldTexts } from './field.tsx'

export interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

/** Options rendered at once; the others are found by typing (TBL-36 allows 6000, which no page should draw). */
const shownOptions = 200

interface Shared extends FieldTexts {
  readonly options: readonly Option[]
  /** The options come from the server: called with what is typed, which is then not filtered here. */
  readonly onSearch?: (text: string) => void
  readonly loading?: boolean
  /** The options could not be had. */
  readonly failed?: boolean
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly clearable?: boolean
  readonly 'aria-label'?: string
  readonly onBlur?: () => void
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const isOption = (item: ComboboxParsedItem): item is ComboboxItem => 'value' in item

/** Finds without accents or case, and says how many more there are instead of hiding them silently. */
const finder =
  (words: WordsOf<'kit'>, onServer: boolean): OptionsFilter =>
  ({ options, search }) => {
    const wanted = plain(search.trim())
    const found = onServer || !wanted ? options : options.filter((item) => isOption(item) && plain(item.label).includes(wanted))
    const rest = found.length - shownOptions
    return rest > 0
      ? [...found.slice(0, shownOptions), { value: ' narrow', label: words('select.narrow', { count: rest }), disabled: true }]
      : found
  }

function useShared({ options, onSearch, loading, failed, placeholder, required, help, ...rest }: Shared) {
  const words = useWords('kit')
  const floating = useFloating()
  const [typed, setTyped] = useState('')
  const filter = useMemo(() => finder(words, onSearch !== undefined), [words, onSearch])
  return {
    ...rest,
    data: options as Option[],
    filter,
    searchable: true,
    comboboxProps: floating,
    description: help,
    withAsterisk: required ?? false,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    placeholder: placeholder ?? words('select.placeholder'),
    nothingFoundMessage: words(failed ? 'errors.loading' : options.length === 0 && typed.trim() === '' ? 'select.no_entry' : 'select.no_element'),
    maxDropdownHeight: 300,
    rightSection: loading ? <Loader size={14} /> : undefined,
    // Mantine hides this button from the keyboard and from screen readers.
    clearButtonProps: { 'aria-label': words('select.clear'), 'aria-hidden': false, tabIndex: 0 },
    onSearchChange: (text: string) => {
      setTyped(text)
      onSearch?.(text)
    },
  }
}

interface SelectProps extends Shared {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** One of many, found by typing. Not for table rows. */
export function Select({ value, onChange, ...shared }: SelectProps) {
  const props = useShared(shared)
  return <MantineSelect {...props} value={value} onChange={onChange} allowDeselect={shared.clearable ?? false} />
}

interface MultiSelectProps extends Shared {
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
  /** The most that may be chosen; one more only says so. */
  readonly max?: number
}

/** Several of many, found by typing. Not for table rows. */
export function MultiSelect({ value, onChange, max = 6000, ...shared }: MultiSelectProps) {
  const words = useWords('kit')
  const props = useShared(shared)
  return (
    <MantineMultiSelect
      {...props}
      placeholder={value.length > 0 ? '' : props.placeholder}
      value={[...value]}
      onChange={(chosen) => {
        if (chosen.length > max) toast.warning(words('select.maximum'))
        else onChange(chosen)
      }}
    />
  )
}
