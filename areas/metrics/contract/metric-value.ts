import { defineEntity } from '#kit/contract/entity.ts'
import { ref, text } from '#kit/contract/field.ts'

/** What a line of a file of values says; no rows of it are kept as such. */
export const metricValue = defineEntity({
  name: 'metric_value',
  area: 'metrics',
  title: 'date',
  fields: {
    metric: ref('metric', { need: 'required' }),
    perimeter: ref('perimeter', { need: 'required' }),
    /** A day of the period, or its name: `2026-10`, `2026-Q4`, `2026-W48`. */
    date: text({ max: 32, need: 'required' }),
    value: text({ max: 32 }),
    comment: text({ max: 1000 }),
  },
  rights: { read: 'metric.read', create: 'metric.write', update: 'metric.write', delete: null },
  list: { columns: ['metric', 'perimeter', 'date', 'value', 'comment'], filters: [], sort: 'date', search: [] },
  form: [],
})
