import type { EntityDef, RowBase } from '#kit/contract/entity.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { fieldOf, valueOf } from '#kit/web/resource/entity-columns.tsx'
import type { Changes } from './transition-question.ts'
import css from './work.module.css'

interface MovedDatesProps {
  readonly entity: EntityDef
  readonly row: RowBase
  readonly wanted: Changes
}

/** From which day to which each date moves: what the reason that is asked for is about. */
export function MovedDates({ entity, row, wanted }: MovedDatesProps) {
  const words = useEntityWords(entity)
  const kit = useWords('kit')
  const format = useFormat()
  const day = (value: unknown) => (typeof value === 'string' && value !== '' ? format.date(value) : kit('none'))
  const moved = Object.entries(wanted).filter(([name, value]) => fieldOf(entity, name).kind === 'date' && value !== valueOf(row, name))
  return (
    <dl className={css.moved}>
      {moved.map(([name, value]) => (
        <div key={name}>
          <dt>{words.field(name)}</dt>
          <dd>
            <del>{day(valueOf(row, name))}</del> → <ins>{day(value)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
