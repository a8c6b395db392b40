import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { incidentImpacts, longestExemption, type OrganisationSettings } from './organisation-settings.ts'
import { mfaModes } from './security-policy.ts'

/** A preference that is kept with the organisation; null as its default: as its instance has it, or as it was made. */
export interface SettingPreference {
  readonly setting: keyof OrganisationSettings
  readonly kind: 'flag' | 'number' | 'choice' | 'text'
  readonly default: boolean | number | string | null
  readonly choices?: readonly string[]
  readonly min?: number
  readonly max?: number
}

/** Typed, with defaults (ADM-21); their meaning stands in the words under `preferences`. What rows are the default of their kind is preferred too, by their declaration. */
export const settingPreferences = {
  proof_required_action: { setting: 'proof_required_action', kind: 'flag', default: true },
  proof_required_task: { setting: 'proof_required_task', kind: 'flag', default: false },
  exemption_max_days: { setting: 'exemption_max_days', kind: 'number', default: longestExemption, min: 1, max: longestExemption },
  incident_impact: { setting: 'incident_impact', kind: 'choice', default: 'SIMPLE', choices: incidentImpacts },
  benchmark_out: { setting: 'benchmark_out', kind: 'flag', default: false },
  strong_authentication: { setting: 'mfa_mode', kind: 'choice', default: null, choices: mfaModes },
  password_expiry: { setting: 'password_max_age_days', kind: 'number', default: null, min: 0, max: 3650 },
  language: { setting: 'lang', kind: 'choice', default: null, choices: languages },
  time_zone: { setting: 'time_zone', kind: 'text', default: null },
} as const satisfies Readonly<Record<string, SettingPreference>>

/** Those whose empty value is the instance's. */
export const fromInstance = ['strong_authentication', 'password_expiry'] as const

const value = z.union([z.boolean(), z.number(), z.string(), z.null()])
export type PreferenceValue = z.infer<typeof value>

const option = z.object({ value: z.union([z.number(), z.string()]), label: z.string() })

const preference = z.object({
  id: z.int(),
  key: z.string(),
  kind: z.enum(['flag', 'number', 'choice', 'text', 'row']),
  name: z.string(),
  meaning: z.string(),
  /** As it holds now, where it is the instance's too. */
  value,
  /** Nothing was chosen: it is the instance's. */
  inherited: z.boolean(),
  default: value,
  /** What may be chosen, by what people read. */
  options: z.array(option),
  min: z.int().nullable(),
  max: z.int().nullable(),
  /** Who may change it. */
  who: z.array(z.string()),
  edit_right: z.boolean(),
})
export type Preference = z.infer<typeof preference>

export const listPreferences = defineCall('GET /preference', {
  right: 'organisation_settings.read',
  summary: 'List the preferences of the organisation, with their defaults, their meaning and who may change each',
  answer: z.object({ objects: z.array(preference) }),
})

export const readPreference = defineCall('GET /preference/value/{key}', {
  right: 'session',
  summary: 'Read one preference of the organisation',
  params: z.object({ key: z.string().max(100) }),
  answer: z.object({ object: z.object({ key: z.string(), value }) }),
})

/** `was`: what whoever asks has seen; refused as stale where it is something else by now. */
export const writePreference = defineCall('PUT /preference/{id}', {
  right: 'organisation_settings.write',
  summary: 'Change one preference of the organisation',
  body: z.strictObject({ key: z.string().max(100), value, was: value.optional() }),
  answer: z.object({ message: z.string().optional(), object: preference }),
})
