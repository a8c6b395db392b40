import { defineEntity } from '#kit/contract/entity.ts'
import type { ShownSides } from '#areas/risks/contract/risk.ts'
import { choice, choices, date, derived, identifier, integer, json, links, localized, markdown, ref, rows, text } from '#kit/contract/field.ts'
import { workFlags } from '#kit/contract/work-item.ts'
import { impactTypes } from '#areas/scales/contract/scale.ts'

/** In the order of tabs and boards (RSK-12). */
export const analysisStatuses = ['DRAFT', 'ONGOING', 'VALIDATED'] as const

/** The steps of a study, in the order in which they are gone through; each can be come back to. */
export const analysisSteps = ['values', 'assets', 'threats', 'scenarios', 'treatment', 'validation'] as const
export type AnalysisStep = (typeof analysisSteps)[number]

/** A study of what may happen in one perimeter, from what counts there to what is done about it (RSK-12). */
export const riskAnalysis = defineEntity({
  name: 'risk_analysis',
  area: 'analyses',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'RA' }),
    name: localized({ need: 'required', max: 255 }),
    perimeter: ref('perimeter', { need: 'required' }),
    /** What is studied, what is left out, who took part. */
    context: markdown({ max: 8000 }),
    /** In whose places likelihood and impact are said. */
    scale: ref('scale', { only: { type: 'risk' } }),
    /** What the places of that scale are called. */
    sides: derived(json<ShownSides>()),
    impact_types: choices(impactTypes, { need: 'required', neededMessage: 'scales.errors.impact_type_needed' }),
    /** Where what is retained becomes a risk. */
    register: ref('risk_register'),
    /** The study of the same perimeter that this one is compared with. */
    previous: ref('risk_analysis'),
    business_values: links('business_value', { max: 500 }),
    /** What it would cost if something happened to a value: places of the impact side of the scale, lowest first. */
    impacts: rows(
      {
        business_value: ref('business_value', { need: 'required' }),
        type: choice(impactTypes, { need: 'required' }),
        impact: integer({ min: 1, max: 6, need: 'required' }),
        comment: text({ max: 500 }),
      },
      { max: 1000 },
    ),
    supporting_assets: links('supporting_asset', { max: 1000 }),
    threats: links('threat', { max: 200 }),
    /** The furthest step that somebody has come to, from 1. */
    step: integer({ min: 1, max: 6, default: 1 }),
    status: choice(analysisStatuses, { default: 'DRAFT' }),
    status_reason: text({ max: 2000 }),
    manager: ref('member'),
    group: ref('group'),
    target_date: date({ past: 'warning' }),
    validated_on: date({ by: 'server' }),
    /** All that were laid out, those that are retained, those that are in the register as risks. */
    scenarios: derived(integer()),
    retained: derived(integer()),
    published: derived(integer()),
    ...workFlags,
  },
  rights: { read: 'risk_analysis.read', create: 'risk_analysis.write', update: 'risk_analysis.write', delete: 'risk_analysis.write' },
  list: {
    columns: ['identifier', 'name', 'perimeter', 'status', 'manager', 'target_date', 'retained', 'published'],
    more: ['register', 'scale', 'group', 'step', 'scenarios', 'previous', 'validated_on', 'late'],
    filters: [
      'identifier',
      'name',
      'perimeter',
      'status',
      'closed',
      'mine',
      'waits_for',
      'late',
      'soon',
      'register',
      'manager',
      'group',
      'target_date',
      'validated_on',
      'business_values',
      'supporting_assets',
      'threats',
      'previous',
    ],
    sort: ['closed', 'target_date'],
    search: ['identifier', 'name', 'perimeter', 'manager'],
  },
  form: [
    { section: 'general', fields: ['name', 'perimeter', 'scale', 'impact_types', 'manager', 'group', 'target_date', 'register', 'previous', 'identifier'] },
    { section: 'values', fields: ['context', 'business_values', 'impacts'] },
    { section: 'assets', fields: ['supporting_assets'] },
    { section: 'threats', fields: ['threats'] },
    { section: 'state', fields: ['status', 'status_reason', 'step'], later: true },
  ],
})
