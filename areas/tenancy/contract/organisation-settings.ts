import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { printable } from '#kit/contract/schema.ts'
import { identity } from './customer.ts'
import { propertyIdentifier } from './metadata-property.ts'
import { mfaModes, passwordMaxAge } from './security-policy.ts'
import { optionTypes } from './trial.ts'

const mfaMode = z.enum(mfaModes)

export const incidentImpacts = ['SIMPLE', 'DETAILED'] as const
/** What an organisation sets about its incidents, kept among its properties. */
export const incidentSettings = ['emergency_phone', 'emergency_text', 'nis2_authority', 'gdpr_authority', 'incident_impact'] as const

/** No exemption lasts longer before it is asked for anew, in days; an organisation may allow less (decisions, Lifecycles). */
export const longestExemption = 365

/** What an organisation says of itself, and asks of its people beyond its instance; null: as the instance has it. */
const settingsSchema = z.object({
  name: z.string(),
  color: z.string().nullable(),
  /** In its own words. */
  sector: z.string().nullable(),
  lang: z.enum(languages),
  time_zone: z.string(),
  mfa_mode: mfaMode.nullable(),
  password_max_age_days: z.int().nullable(),
  instance: z.object({ mfa_mode: mfaMode, password_max_age_days: z.int() }),
  /** Whether an action, or each of its tasks, needs a proof before it is finished; a plan may say otherwise (ACT-17). */
  proof_required_action: z.boolean(),
  proof_required_task: z.boolean(),
  /** Whom to call before an incident is declared, and what is said beside it. */
  emergency_phone: z.string().nullable(),
  emergency_text: z.string().nullable(),
  /** Who is told of significant incidents and of breaches of personal data. */
  nis2_authority: z.string().nullable(),
  gdpr_authority: z.string().nullable(),
  /** Whether the harm of an incident is one level, or one each for availability, integrity, confidentiality and traceability. */
  incident_impact: z.enum(incidentImpacts),
  /** The longest that an exemption lasts before it is asked for anew, in days. */
  exemption_max_days: z.int(),
  /** What it does, and in which country it is established: by these it is compared with others. */
  branch: z.string().nullable(),
  country: z.string().nullable(),
  /** Its scores are compared with nobody's from the next release on, and it sees none. */
  benchmark_out: z.boolean(),
  /** Where it is shown from; null: none. */
  logo: z.string().nullable(),
  /** Add-ons that this installation has, bought or not: what is not among them cannot be tried. */
  add_ons: z.array(z.enum(optionTypes)),
  version: z.int(),
})
export type OrganisationSettings = z.infer<typeof settingsSchema>

export const readOrganisationSettings = defineCall('GET /organisation/settings', {
  right: 'organisation_settings.read',
  summary: 'Read the settings of the organisation',
  answer: z.object({ object: settingsSchema, edit_right: z.boolean() }),
})

/** Only stricter than the instance: a password never lasts longer, and what the instance enforces stays so. */
export const writeOrganisationSettings = defineCall('PUT /organisation/settings', {
  right: 'organisation_settings.write',
  summary: 'Change the settings of the organisation',
  body: z
    .strictObject({
      ...identity,
      sector: z.string().trim().max(128).nullable(),
      mfa_mode: mfaMode.nullable(),
      password_max_age_days: passwordMaxAge.nullable(),
      proof_required_action: z.boolean(),
      proof_required_task: z.boolean(),
      emergency_phone: z
        .string()
        .trim()
        .refine((number) => /^(\+?[0-9 ().-]{3,32})?$/.test(number), { params: { key: 'tenancy.errors.phone' } })
        .nullable(),
      emergency_text: z.string().trim().max(200).refine(printable).nullable(),
      nis2_authority: z.string().trim().max(128).refine(printable).nullable(),
      gdpr_authority: z.string().trim().max(128).refine(printable).nullable(),
      incident_impact: z.enum(incidentImpacts),
      exemption_max_days: z.int().min(1).max(longestExemption),
      branch: propertyIdentifier.nullable(),
      country: propertyIdentifier.nullable(),
      benchmark_out: z.boolean(),
    })
    .partial()
    .extend({ version: z.int().min(1).optional() }),
  answer: z.object({ message: z.string().optional(), object: settingsSchema }),
})

/** Of the logo before it is drawn anew. */
export const maxOrganisationLogoBytes = 1024 * 1024
const shownLogo = z.object({ message: z.string().optional(), object: z.object({ logo: z.string().nullable() }) })

export const uploadOrganisationLogo = defineCall('POST /organisation/logo', {
  right: 'organisation_settings.write',
  summary: 'Upload the logo of the organisation',
  upload: { maxBytes: maxOrganisationLogoBytes },
  answer: shownLogo,
})
export const removeOrganisationLogo = defineCall('DELETE /organisation/logo', {
  right: 'organisation_settings.write',
  summary: 'Remove the logo of the organisation',
  answer: shownLogo,
})
