import { z } from 'zod'
import { defineEntity } from '#kit/contract/entity.ts'
import {
  choice,
  choices,
  color,
  decimal,
  derived,
  flag,
  identifier,
  integer,
  json,
  localized,
  plainNamePattern,
  rows,
  structured,
} from '#kit/contract/field.ts'
import { originFields } from '#kit/contract/origin.ts'

/** What a scale is for (SCL-01); each kind's levels have fields of their own (`levelFields`). */
export const scaleTypes = ['priority', 'indicator', 'eval', 'risk', 'perimeter', 'weather', 'business_impacts'] as const
export type ScaleType = (typeof scaleTypes)[number]

/** Whether an answer of this level can, or must, lead to an action (CMP-05). */
export const remediationModes = ['NON_APPLICABLE', 'APPLICABLE', 'REQUIRED'] as const
export const weatherIcons = ['SUN', 'SUN_CLOUD', 'CLOUD', 'RAIN', 'STORM'] as const
/** What an event may do harm to (SCL-11). */
export const impactTypes = ['FINANCIAL', 'OPERATIONAL', 'LEGAL', 'IMAGE', 'HUMAN'] as const

const levelName = localized({ min: 1, max: 32, need: 'required', pattern: plainNamePattern, patternMessage: 'kit.errors.name_chars' })
const levelText = localized({ max: 500 })

/** How many places each side of a risk matrix has (SCL-08). */
export const [leastPlaces, mostPlaces] = [3, 6]

/** Where impact or probability stands, lowest first: a side of the matrix of a risk scale. */
const side = rows({ name: levelName, description: levelText }, { max: mostPlaces })

export interface ScaleWarning {
  readonly status: boolean
  readonly message?: string
}

/** The levels in which an organisation judges something (SCL-12). */
export const scale = defineEntity({
  name: 'scale',
  area: 'scales',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'SC' }),
    name: localized({ need: 'required', max: 128 }),
    description: localized({ max: 500 }),
    type: choice(scaleTypes, { need: 'required' }),
    /** Taken wherever nobody chooses another one of its kind; one of each kind is. */
    is_default: flag(),
    levels: rows(
      {
        name: levelName,
        /** What is stored of whatever has this level; of a range its lower bound. */
        value: integer({ min: 0, max: 100 }),
        low: integer({ min: 0, max: 100 }),
        high: integer({ min: 0, max: 100 }),
        color: color(),
        description: levelText,
        comment_required: flag(),
        remediation: choice(remediationModes),
        is_compliant: flag(),
        weight: decimal({ min: 0, max: 1000 }),
        icon: choice(weatherIcons),
        financial: levelText,
        operational: levelText,
        legal: levelText,
        image: levelText,
        human: levelText,
      },
      { min: 2, max: 20, boundsMessage: 'scales.errors.two_levels' },
    ),
    impact_levels: side,
    probability_levels: side,
    /** The value of the level of risk, by place of the impact and of the probability. */
    matrix: structured(z.array(z.array(z.int().min(0).max(100)).max(mostPlaces)).max(mostPlaces)),
    impact_types: choices(impactTypes),
    /** Of ranges that leave a part of 0 to 100 without a level. */
    warning: derived(json<ScaleWarning>()),
    ...originFields,
  },
  rights: { read: 'scale.read', create: 'scale.write', update: 'scale.write', delete: 'scale.write' },
  list: {
    columns: ['identifier', 'name', 'levels', 'is_default'],
    more: ['description', 'catalog_type', 'warning'],
    filters: ['identifier', 'name', 'type', 'is_default', 'catalog_type'],
    sort: 'name',
    search: ['identifier', 'name', 'description'],
  },
  oneDefault: { within: 'type', always: true, messages: { needed: 'scales.errors.default_needed', deleted: 'scales.errors.default_deleted' } },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'type', 'is_default', 'description'] },
    { section: 'levels', fields: ['levels', 'impact_types', 'impact_levels', 'probability_levels', 'matrix'] },
  ],
})

export type LevelInput = NonNullable<(typeof scale.fields.levels)['in']>[number]
