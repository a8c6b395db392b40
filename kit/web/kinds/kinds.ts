import type { FieldKind } from '#kit/contract/field.ts'
import { email, url } from './address.tsx'
import { boolean } from './boolean.tsx'
import { choice, choices } from './choice.tsx'
import { color } from './color.tsx'
import { date, timestamp } from './date.tsx'
import { files } from './files.tsx'
import { identifier } from './identifier.tsx'
import { json } from './json.tsx'
import type { DefinedKind, Kind, KindValues } from './kind.ts'
import { markdown } from './markdown.tsx'
import { number } from './number.tsx'
import { links, ref } from './reference.tsx'
import { ref_one_of } from './reference-one-of.tsx'
import { rows } from './rows.tsx'
import { scale } from './scale.tsx'
import { localized, text } from './text.tsx'

/** How each kind of field is shown, edited and filtered; one that is missing here, or that is of another kind’s values, does not compile. */
export const kinds: { readonly [K in FieldKind]: DefinedKind<KindValues[K]> } = {
  identifier,
  text,
  markdown,
  localized,
  integer: number,
  decimal: number,
  boolean,
  date,
  timestamp,
  choice,
  choices,
  ref,
  ref_one_of,
  links,
  rows: rows((kind) => kinds[kind]),
  files,
  email,
  url,
  color,
  scale,
  json,
}

/** The kind of a field that is known only as the page runs, whatever its values are. */
export const kindOf = ({ kind }: { readonly kind: FieldKind }): Kind => kinds[kind]

/** Inputs that also stand outside a form of their entity, with the value of their own kind. */
export { LinksField as LinksInput, RefField as RefInput } from './reference.tsx'
