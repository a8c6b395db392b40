import { ExternalLink } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { TextInput } from './text-input.tsx'
import styles from './field.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'
import type { ComponentProps } from 'react'

// The contract's own check would bring zod into every table.
const httpUrl = (address: string) => /^https?:$/.test(URL.parse(address.trim())?.protocol ?? '')

/** Links are cut after 50 characters (FRM-16). */
const shortened = (text: string) => (text.length > 50 ? `${text.slice(0, 49)}…` : text)

interface OutsideLinkProps {
  readonly address: string
  /** In place of the address. */
  readonly name?: string | null
  readonly className?: string | undefined
}

/** A link out of the product: http and https only, nothing told to the other side. */
export function OutsideLink({ address, name, className }: OutsideLinkProps) {
  const words = useWords('kit')
  const text = shortened(name || address)
  if (!httpUrl(address)) return <span className={className}>{text}</span>
  return (
    <a className={className} href={address} target="_blank" rel="noopener noreferrer" title={address}>
      {text}
      <VisuallyHidden> ({words('new_tab')})</VisuallyHidden>
    </a>
  )
}

/** An address that can be followed as soon as it is one. */
export function UrlInput(props: Omit<ComponentProps<typeof TextInput>, 'type' | 'value'> & { readonly value: string }) {
  return (
    <div>
      <TextInput {...props} type="url" />
      {httpUrl(props.value) ? (
        <span className={styles.go}>
          <ExternalLink size={12} aria-hidden />
          <OutsideLink address={props.value} />
        </span>
      ) : null}
    </div>
  )
}
