import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import type { scaleUsage } from '#areas/scales/contract/calls.ts'
import { hasMatrix, hasRanges } from '#areas/scales/contract/level-shape.ts'
import { isMatrix, rearranged, revalued, type Order } from '#areas/scales/contract/risk-matrix.ts'
import { scale, type LevelInput, type ScaleType } from '#areas/scales/contract/scale.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { api } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { EntityFields, FormField } from '#kit/web/resource/entity-fields.tsx'
import css from '#kit/web/resource/entity-form.module.css'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { LevelsEditor } from './levels-editor.tsx'
import { MatrixEditor } from './matrix-editor.tsx'
import { PlacesEditor, type Place } from './places-editor.tsx'
import { RangeBar } from './range-bar.tsx'

interface Values {
  readonly type: ScaleType
  readonly levels: readonly LevelInput[]
  readonly impact_levels: readonly Place[]
  readonly probability_levels: readonly Place[]
  readonly matrix: unknown
  readonly impact_types: readonly string[]
}

/** Its sides are its names. */
const drawnBelow: ReadonlySet<string> = new Set(['matrix', 'impact_levels', 'probability_levels'])

const identity = ({ length }: readonly unknown[]): Order => Array.from({ length }, (_, at) => at)

/** The form of a scale: its names, its levels as its kind has them, of ranges a bar, of risks the matrix. */
export function Details({ state, disabled }: { readonly state: EntityFormState; readonly disabled: boolean }) {
  const t = useWords('scales')
  const reader = useLanguage()
  const [language, setLanguage] = useState<Language>(reader)
  const contextOf = useFieldContexts(scale)
  const { form, row } = state
  const { errors } = useFormState({ control: form.control })
  const usage = useQuery({
    queryKey: ['scale', 'usage', row?.id],
    queryFn: ({ signal }) => api.get<AnswerOf<typeof scaleUsage>>(`/scale/${row?.id}/usage`, { signal }),
    enabled: row !== undefined,
  })
  const values = form.watch() as Partial<Record<string, never>> & Values
  const { type, levels, impact_levels: impacts, probability_levels: probabilities, matrix } = values
  const used = usage.data?.object.in_use ?? false
  const fixed = disabled || used
  const set = (changes: Partial<Values>) => {
    for (const [name, value] of Object.entries(changes)) form.setValue(name, value, { shouldDirty: true })
    form.clearErrors(Object.keys(errors).filter((path) => Object.keys(changes).some((name) => path === name || path.startsWith(`${name}:`))))
  }
  const errorOf = (path: string) => errors[path]?.message
  const field = (name: string) => (
    <FormField key={name} context={contextOf(name)} control={form.control} entity={scale} row={row} disabled={disabled} onLeave={state.leave} />
  )
  const cells = isMatrix(matrix) ? matrix : []
  const setLevels = (next: readonly LevelInput[], order: Order) =>
    set({ levels: next, ...(hasMatrix(type) && { matrix: revalued(cells, levels, next, order) }) })
  const languages = (
    <Segmented
      label={t('entities.scale.fields.levels')}
      value={language}
      onChange={setLanguage}
      options={[
        { value: 'en', label: 'EN' },
        { value: 'fr', label: 'FR' },
      ]}
    />
  )
  if (disabled && row) {
    return (
      <div className={css.sections}>
        <EntityFields state={state} disabled unasked={drawnBelow} />
        {hasRanges(type) ? <RangeBar levels={levels} language={reader} onFill={undefined} /> : null}
        {hasMatrix(type) ? <MatrixEditor matrix={cells} impacts={impacts} probabilities={probabilities} levels={levels} language={reader} /> : null}
      </div>
    )
  }
  return (
    <div data-entity-form className={css.sections}>
      <div className={css.grid}>
        {field('name')}
        {field('identifier')}
        <div className={css.wide}>{field('description')}</div>
        {(row as RowOf<typeof scale> | undefined)?.is_default ? null : field('is_default')}
      </div>
      {used ? (
        <Text as="p" padY={8} padX={12} corner={6} fill="warn" tone="warn" size={12} line={16}>
          {t('editor.in_use')}
        </Text>
      ) : null}
      {type === 'business_impacts' ? <div>{field('impact_types')}</div> : null}
      <LevelsEditor
        type={type}
        levels={levels}
        impactTypes={values.impact_types}
        language={language}
        fixed={fixed}
        disabled={disabled}
        errorOf={(path) => errorOf(`levels${path}`)}
        onChange={setLevels}
        aside={languages}
      />
      {hasRanges(type) ? <RangeBar levels={levels} language={language} onFill={fixed ? undefined : (next) => setLevels(next, identity(next))} /> : null}
      {hasMatrix(type) ? (
        <>
          <PlacesEditor
            name="impact_levels"
            places={impacts}
            language={language}
            fixed={fixed}
            disabled={disabled}
            errorOf={(path) => errorOf(`impact_levels${path}`)}
            onChange={(next, order) => set({ impact_levels: next, matrix: rearranged(cells, order, identity(probabilities)) })}
          />
          <PlacesEditor
            name="probability_levels"
            places={probabilities}
            language={language}
            fixed={fixed}
            disabled={disabled}
            errorOf={(path) => errorOf(`probability_levels${path}`)}
            onChange={(next, order) => set({ probability_levels: next, matrix: rearranged(cells, identity(impacts), order) })}
          />
          <MatrixEditor
            matrix={cells}
            impacts={impacts}
            probabilities={probabilities}
            levels={levels}
            language={language}
            error={errorOf('matrix')}
            onChange={fixed ? undefined : (next) => set({ matrix: next })}
          />
        </>
      ) : null}
    </div>
  )
}
