import { useWatch } from 'react-hook-form'
import type { Reference } from '#kit/contract/field.ts'
import type { InputProps } from '#kit/web/kinds/kind.ts'
import { EntityFields } from '#kit/web/resource/entity-fields.tsx'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { TaskMetrics, type MetricAnswers } from './task-metrics.tsx'

const deciding: readonly (keyof MetricAnswers)[] = ['measure', 'perimeter', 'periodicity']

/** The derived form, in which metrics are those that the task may ask for. */
export function TaskDetails({ state, disabled }: { readonly state: EntityFormState; readonly disabled: boolean }) {
  const [measure, perimeter, periodicity] = useWatch({ control: state.form.control, name: [...deciding] })
  const about = { measure, perimeter, periodicity } as MetricAnswers
  return (
    <EntityFields
      state={state}
      disabled={disabled}
      own={{ metrics: (props) => <TaskMetrics {...(props as InputProps<readonly Reference[]>)} about={about} /> }}
    />
  )
}
