import { endOf } from './name-end.ts'
import css from './cut-name.module.css'

/** A name that loses its middle where there is no room for all of it: what tells apart names that begin alike stands at their ends. */
export function CutName({ text, wraps = false }: { readonly text: string; /** On a phone it takes more lines instead. */ readonly wraps?: boolean }) {
  const at = endOf(text)
  return (
    <span className={css.name} data-wraps={wraps || undefined}>
      <span>{text.slice(0, at)}</span>
      {at < text.length ? <span>{text.slice(at)}</span> : null}
    </span>
  )
}
