import { Search } from 'lucide-react'
import css from './shared.module.css'

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <div className={css.search} role="search">
      <Search size={14} aria-hidden />
      <input type="search" aria-label={label} placeholder={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </div>
  )
}
