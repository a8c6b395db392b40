import { defineEntity } from '#kit/contract/entity.ts'
import { choice, decimal, json, localized, markdown, rows, text, integer } from '#kit/contract/field.ts'
import { originFields } from '#kit/contract/origin.ts'

export const questionTypes = ['unique_choice', 'multiple_choice', 'text', 'date', 'number', 'boolean'] as const
export const questionResults = ['compliant', 'partially_compliant', 'non_compliant', 'not_applicable', 'true', 'false'] as const

/** A question that helps to judge a requirement, named by the URN of its node so that it survives versions of the framework. */
export const question = defineEntity({
  name: 'question',
  area: 'catalog',
  title: 'text',
  fields: {
    framework_urn: text({ max: 500, by: 'server', need: 'required' }),
    node_urn: text({ max: 500, by: 'server', need: 'required' }),
    text: localized({ need: 'required', long: true, dataOf: 'node_urn' }),
    type: choice(questionTypes, { need: 'required' }),
    weight: decimal({ min: 0, max: 1000 }),
    annotation: markdown({ dataOf: 'node_urn' }),
    /** Conditions and configuration as the source has them. */
    rules: json({ by: 'server' }),
    position: integer({ by: 'server', default: 0 }),
    choices: rows({
      value: localized({ need: 'required', long: true }),
      description: localized({ long: true }),
      add_score: decimal({ min: -10_000, max: 10_000 }),
      compute_result: choice(questionResults),
      color: text({ max: 16 }),
      urn: text({ max: 500, by: 'server' }),
      select_implementation_groups: json({ by: 'server' }),
      translations: json({ by: 'server' }),
    }),
    ...originFields,
  },
  rights: { read: 'question.read', create: null, update: 'question.write', delete: 'question.write' },
  list: {
    columns: ['text', 'type', 'node_urn', 'choices'],
    more: ['framework_urn', 'weight'],
    filters: ['text', 'type', 'framework_urn', 'node_urn'],
    sort: 'node_urn',
    search: ['text'],
  },
  form: [{ section: 'general', fields: ['text', 'type', 'weight', 'annotation', 'choices'] }],
})
