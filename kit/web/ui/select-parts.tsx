import { Combobox } from '@mantine/core'
import { Check } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import type { FieldTexts } from './field.tsx'
import type { Option } from './option.ts'

/** What both selects have in common. */
export interface SelectBasics extends FieldTexts {
  readonly options: readonly Option[]
  /** The options come from the server: called with what is typed, which is then not filtered here. */
  readonly onSearch?: (text: string) => void
  /** The server has more than it sent. */
  readonly more?: boolean
  readonly loading?: boolean
  /** The options could not be had. */
  readonly failed?: boolean
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly clearable?: boolean
  readonly 'aria-label'?: string
  readonly onBlur?: () => void
}

/** Options drawn at once; the others are found by typing (TBL-36 allows 6000, which no page should draw). */
export const shownOptions = 200
/** Pixels (TBL-36). */
const mostHeight = 300

export const labelOrder = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Options whose whole name contains what is typed, whatever its accents and case. */
export function found(options: readonly Option[], text: string): readonly Option[] {
  const wanted = plain(text.trim())
  return wanted ? options.filter(({ label, title }) => plain(title ?? label).includes(wanted)) : options
}

interface OptionListProps {
  readonly options: readonly Option[]
  readonly chosen: readonly string[]
  /** What is typed, if anything. */
  readonly text: string
  readonly more: boolean
  readonly failed: boolean
  readonly name: { readonly labelledBy?: string; readonly 'aria-label'?: string | undefined }
}

/** The list below a select; those chosen are marked, and it says how many it does not show instead of hiding them silently. */
export function OptionList({ options, chosen, text, more, failed, name }: OptionListProps) {
  const words = useWords('kit')
  const rest = options.length - shownOptions
  return (
    <Combobox.Options {...name} mah={mostHeight} style={{ overflowY: 'auto' }}>
      {options.slice(0, shownOptions).map(({ value, label, title, disabled }) => {
        const checked = chosen.includes(value)
        return (
          <Combobox.Option key={value} value={value} disabled={disabled ?? false} active={checked} aria-selected={checked} title={title}>
            {label}
            {checked ? <Check size={14} aria-hidden /> : null}
          </Combobox.Option>
        )
      })}
      {rest > 0 || more ? (
        <Combobox.Option value=" narrow" disabled>
          {rest > 0 && !more ? words('select.narrow', { count: rest }) : words('select.more')}
        </Combobox.Option>
      ) : null}
      {options.length === 0 ? (
        <Combobox.Empty>{words(failed ? 'errors.loading' : text.trim() ? 'select.no_element' : 'select.no_entry')}</Combobox.Empty>
      ) : null}
    </Combobox.Options>
  )
}
