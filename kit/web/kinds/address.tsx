import { useWords } from '#kit/web/i18n/words.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import css from './cells.module.css'
import { defineKind } from './kind.ts'
import type { InputProps } from './kind.ts'
import { emptyToNull, inputAttributes, plainText } from './text.tsx'
import { TextFilter } from './text-filter.tsx'

// The contract's own check would bring zod into every table.
const httpUrl = (address: string) => /^https?:$/.test(URL.parse(address.trim())?.protocol ?? '')

/** Links are cut after 50 characters (FRM-16). */
const shortened = (address: string) => (address.length > 50 ? `${address.slice(0, 49)}…` : address)

/** A link out of the product: http and https only, nothing told to the other side. */
function OutsideLink({ address, className }: { readonly address: string; readonly className: string | undefined }) {
  const t = useWords('kit')
  if (!httpUrl(address)) return <span className={className}>{shortened(address)}</span>
  return (
    <a className={className} href={address} target="_blank" rel="noopener noreferrer" title={address}>
      {shortened(address)}
      <VisuallyHidden> ({t('new_tab')})</VisuallyHidden>
    </a>
  )
}

function AddressField(type: 'url' | 'email') {
  return function Field(props: InputProps<string>) {
    const value = props.value ?? ''
    return (
      <div>
        <TextInput
          {...inputAttributes(props)}
          type={type}
          value={value}
          onChange={(event) => props.onChange(event.target.value)}
        />
        {type === 'url' && httpUrl(value) ? <OutsideLink address={value} className={css.go} /> : null}
      </div>
    )
  }
}

export const url = defineKind<string>({
  width: 200,
  blank: '',
  wide: true,
  cell: () =>
    function UrlCell(value) {
      return typeof value === 'string' ? <OutsideLink address={value} className={css.plain} /> : null
    },
  Input: AddressField('url'),
  Filter: TextFilter,
  toWire: emptyToNull,
  text: plainText,
})

export const email = defineKind<string>({
  width: 200,
  blank: '',
  cell: () =>
    function EmailCell(value) {
      return typeof value === 'string' ? (
        <a className={css.plain} href={`mailto:${encodeURIComponent(value)}`}>
          {value}
        </a>
      ) : null
    },
  Input: AddressField('email'),
  Filter: TextFilter,
  toWire: emptyToNull,
  text: plainText,
})
