import type { ReactNode } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Reference } from '#kit/contract/field.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { FieldContext } from '#kit/web/kinds/kind.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { isData } from '#kit/web/kinds/markdown.tsx'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { useFieldContexts, valueOf } from './entity-columns.tsx'
import css from './entity-reading.module.css'
import { HeldByReader } from './held-by-reader.tsx'
import { presentationOf, type AnyRow } from './presentation.ts'

/** Whether a field holds text of some length, with formatting where people wrote it. */
const isLong = ({ field }: FieldContext) => field.kind === 'markdown' || (field.kind === 'localized' && (field.options.max ?? 0) > 500)

/** What a field that was never filled in holds; no is an answer, and so is nought. */
const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Inside a sentence; what is written in capitals stays so. */
const inside = (label: string) => label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())

interface EntityReadingProps {
  readonly entity: EntityDef
  readonly row: AnyRow
  readonly sections: readonly { readonly section: string; readonly fields: readonly string[] }[]
  /** What draws a field that is more than a value, such as rows of its own. */
  readonly drawn: (name: string) => ReactNode
}

/** A row to read: names with what they hold, below them long texts as texts, and what is empty in one line that unfolds. */
export function EntityReading({ entity, row, sections, drawn }: EntityReadingProps) {
  const t = useWords('kit')
  const contextOf = useFieldContexts(entity)
  // They stand in the head already.
  const headFields = new Set([entity.title, 'identifier'])
  const asked = sections.map(({ section, fields }) => ({ section, fields: fields.filter((name) => !headFields.has(name)) }))
  const filled = (name: string) => !isEmpty(valueOf(row, name))
  const full = asked.map(({ section, fields }) => ({ section, fields: fields.filter(filled) })).filter(({ fields }) => fields.length > 0)
  const empty = asked.flatMap(({ fields }) => fields.filter((name) => !filled(name))).map((name) => contextOf(name).words.field(name))
  return (
    <div className={css.reading} data-entity-reading>
      {full.map(({ section, fields }) => (
        <section key={section} aria-label={contextOf(entity.title).words.section(section)}>
          {full.length > 1 ? <h3>{contextOf(entity.title).words.section(section)}</h3> : null}
          <dl>
            {fields.map((name) => {
              const context = contextOf(name)
              const own = drawn(name)
              const wide = Boolean(own) || isLong(context)
              if (own) {
                return (
                  <div key={name} data-wide>
                    {own}
                  </div>
                )
              }
              return (
                <div key={name} data-wide={wide || undefined}>
                  <dt>{context.words.field(name)}</dt>
                  <Value entity={entity} context={context} row={row} />
                </div>
              )
            })}
          </dl>
        </section>
      ))}
      {empty.length > 0 ? (
        <details>
          <summary>{t('record.empty_fields', { count: empty.length, names: empty.map(inside).join(', ') })}</summary>
          <dl>
            {empty.map((label) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>—</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </div>
  )
}

/** What one field holds. */
function Value({ entity, context, row }: { readonly entity: EntityDef; readonly context: FieldContext; readonly row: AnyRow }) {
  const { name, field } = context
  const value = valueOf(row, name)
  const own = presentationOf(entity).cells?.[name]?.(row)
  if (isLong(context) && own === undefined) {
    // What a file brought is shown as it stands there: its own numbering is no formatting.
    return isData(field, row) ? <dd data-literal>{String(value)}</dd> : <dd>{<Markdown text={String(value)} />}</dd>
  }
  return (
    <dd>
      {own ??
        (field.kind === 'ref' ? (
          <Named entity={field.options.entity} to={value as Reference} one />
        ) : field.kind === 'links' ? (
          <ul>
            {(value as readonly Reference[]).map((one) => (
              <li key={one.id}>
                <Named entity={field.options.entity} to={one} />
              </li>
            ))}
          </ul>
        ) : (
          kinds[field.kind].cell(context)(value, row)
        ))}
      {row.edit_right ? <HeldByReader field={field} value={value} /> : null}
    </dd>
  )
}

interface NamedProps {
  readonly entity: string | undefined
  readonly to: Reference
  /** There is only one, which its name tells. */
  readonly one?: true
}

/** Another object, and the way to it where there is one. */
function Named({ entity, to: { id, identifier, name, hidden }, one }: NamedProps) {
  const page = entity && !hidden ? pageOfEntity(entity) : undefined
  const text = (
    <>
      {identifier && !one ? <span className={css.identifier}>{identifier} </span> : null}
      {name}
    </>
  )
  return page ? <Link to={path(page.path, { id })}>{text}</Link> : <span className={hidden ? css.hidden : undefined}>{text}</span>
}
