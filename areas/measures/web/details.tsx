import { measure } from '#areas/measures/contract/measure.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { leaderOf } from './leader.ts'
import type { Measure } from './presentation.tsx'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { EntityFields, FormField } from '#kit/web/resource/entity-fields.tsx'
import css from '#kit/web/resource/entity-form.module.css'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'

interface DetailsProps {
  readonly state: EntityFormState
  readonly disabled: boolean
}

/** A measure keeps the model and the perimeter that it was made for. */
const fixed = ['solution', 'perimeter']
/** It belongs to a change, and is told with it by the history. */
const reason: ReadonlySet<string> = new Set(['efficiency_reason'])

/** The form of a measure; the reason is asked for once the base efficiency is changed. */
export function Details({ state, disabled }: DetailsProps) {
  const contextOf = useFieldContexts(measure)
  const { form, row } = state
  const before = (row as { base_efficiency?: number | null } | undefined)?.base_efficiency
  const touched = row !== undefined && form.watch('base_efficiency') !== before
  const words = contextOf(measure.title).words
  const t = useWords('measures')
  const leader = row && leaderOf(row as Partial<Measure>)
  if (disabled) {
    const shown = leader ? { ...state, row: { ...row, manager: { id: leader.id, name: t('led_from', leader) } } } : state
    return <EntityFields state={shown} disabled unasked={reason} />
  }
  return (
    <div data-entity-form className={css.sections}>
      {measure.form.map(({ section, fields }, index) => (
        <fieldset key={section} className={css.section}>
          <legend className={index ? undefined : css.first}>{words.section(section)}</legend>
          <div className={css.grid}>
            {fields
              .filter((name) => name !== 'efficiency_reason' || touched)
              .map((name) => (
                <FormField
                  key={name}
                  context={contextOf(name)}
                  control={form.control}
                  entity={measure}
                  row={row}
                  disabled={row !== undefined && fixed.includes(name)}
                  onLeave={state.leave}
                />
              ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
