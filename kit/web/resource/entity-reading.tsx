import type { ReactNode } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { FieldContext } from '#kit/web/kinds/kind.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { isData } from '#kit/web/kinds/markdown.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { useFieldContexts, valueOf } from './entity-columns.tsx'
import css from './entity-reading.module.css'
import { HeldByReader } from './held-by-reader.tsx'
import { presentationOf, type AnyRow } from './presentation.ts'

/** Whether a field holds text of some length, with formatting where people wrote it. */
const isLong = ({ field }: FieldContext) => field.kind === 'markdown' || (field.kind === 'localized' && (field.options.max ?? 0) > 500)

/** What a field that was never filled in holds; no is an answer, and so is nought. */
const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

interface EntityReadingProps {
  readonly entity: EntityDef
  readonly row: AnyRow
  readonly sections: readonly { readonly section: string; readonly fields: readonly string[] }[]
  /** What draws a field that is more than a value, such as rows of its own. */
  readonly drawn: (name: string) => ReactNode
}

/** A row to read, for whoever may not change it: names with what they hold, long texts as texts, and what is empty in one line that unfolds. */
export function EntityReading({ entity, row, sections, drawn }: EntityReadingProps) {
  const t = useWords('kit')
  const contextOf = useFieldContexts(entity)
  const { cells = {} } = presentationOf(entity)
  // They stand in the head already.
  const told = new Set([entity.title, 'identifier'])
  const asked = sections.map(({ section, fields }) => ({ section, fields: fields.filter((name) => !told.has(name)) }))
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
              if (own) {
                return (
                  <div key={name} data-wide>
                    {own}
                  </div>
                )
              }
              const long = isLong(context)
              // What a file brought is shown as it stands there: its own numbering is no formatting.
              const literal = isData(context.field, row)
              const value = valueOf(row, name)
              return (
                <div key={name} data-wide={long || undefined}>
                  <dt>{context.words.field(name)}</dt>
                  <dd data-literal={(long && literal) || undefined}>
                    {long && !literal ? (
                      <Markdown text={String(value)} />
                    ) : long ? (
                      String(value)
                    ) : (
                      (cells[name]?.(row) ?? kinds[context.field.kind].cell(context)(value, row))
                    )}
                    {row.edit_right ? <HeldByReader field={context.field} value={value} /> : null}
                  </dd>
                </div>
              )
            })}
          </dl>
        </section>
      ))}
      {empty.length > 0 ? (
        <details>
          <summary>{t('record.empty_fields', { count: empty.length })}</summary>
          <p>{empty.join(' · ')}</p>
        </details>
      ) : null}
    </div>
  )
}
