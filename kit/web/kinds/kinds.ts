import type { ComponentType } from 'react'
import type { FieldKind, Reference } from '#kit/contract/field.ts'
import { email, url } from './address.tsx'
import { boolean } from './boolean.tsx'
import { choice, choices } from './choice.tsx'
import { color } from './color.tsx'
import { date, timestamp } from './date.tsx'
import { files } from './files.tsx'
import { identifier } from './identifier.tsx'
import { json } from './json.tsx'
import type { InputProps, Kind } from './kind.ts'
import { markdown } from './markdown.tsx'
import { number } from './number.tsx'
import { links, ref } from './reference.tsx'
import { ref_one_of } from './reference-one-of.tsx'
import { rows } from './rows.tsx'
import { scale } from './scale.tsx'
import { localized, text } from './text.tsx'

/** How each kind of field is shown, edited and filtered; a kind that is missing here does not compile. */
export const kinds: Readonly<Record<FieldKind, Kind>> = {
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

/** Inputs that also stand outside a form of their entity, with the value of their own kind. */
export const RefInput = kinds.ref.Input as unknown as ComponentType<InputProps<Reference | null>>
export const LinksInput = kinds.links.Input as unknown as ComponentType<InputProps<readonly Reference[]>>
