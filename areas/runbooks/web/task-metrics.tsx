import { useQuery } from '@tanstack/react-query'
import type { offeredMetrics } from '#areas/runbooks/contract/calls.ts'
import type { Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { InputProps } from '#kit/web/kinds/kind.ts'
import { MultiSelect } from '#kit/web/kinds/lazy-controls.tsx'
import { inputAttributes } from '#kit/web/kinds/text.tsx'
import { namedOption } from '#kit/web/ui/option.ts'

/** What decides which metrics a task may ask for. */
export interface MetricAnswers {
  readonly measure: Reference | null
  readonly perimeter: Reference | null
  readonly periodicity: Periodicity | null
}

const none: readonly Reference[] = []

/** The metrics of indicators of the task's measure, in its rhythm and place; where there are none it says why (RUN-13). */
export function TaskMetrics({ about: { measure, perimeter, periodicity }, ...props }: InputProps<readonly Reference[]> & { readonly about: MetricAnswers }) {
  const t = useWords('runbooks')
  const asked = measure && perimeter && periodicity ? { measure: measure.id, perimeter: perimeter.id, periodicity } : undefined
  const { data, isFetching, isError } = useQuery({
    queryKey: ['metric', 'offered', asked],
    queryFn: ({ signal }) => api.call<typeof offeredMetrics>('GET /runtask/metrics', { query: asked as NonNullable<typeof asked>, signal }),
    select: ({ objects }) => objects,
    enabled: asked !== undefined && !props.disabled,
  })
  const chosen = props.value ?? none
  const offered = data ?? none
  const known = new Map([...chosen, ...offered].map((one) => [String(one.id), one]))
  const why = asked === undefined ? t('task_metrics.first') : data?.length === 0 ? t('task_metrics.none') : props.help
  return (
    <MultiSelect
      {...inputAttributes({ ...props, help: why })}
      disabled={props.disabled || known.size === 0}
      loading={isFetching}
      failed={isError}
      max={props.context.field.options.max ?? 20}
      options={[...known.values()].map(({ id, identifier, name }) => namedOption(id, identifier ? `${identifier} ${name}` : name))}
      value={chosen.map(({ id }) => String(id))}
      onChange={(ids) => props.onChange(ids.flatMap((id) => known.get(id) ?? []))}
    />
  )
}
