import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { mfaModes, passwordMaxAge } from './security-policy.ts'

const mfaMode = z.enum(mfaModes)

/** What an organisation asks of its people beyond its instance; null: as the instance has it. */
const settingsSchema = z.object({
  mfa_mode: mfaMode.nullable(),
  password_max_age_days: z.int().nullable(),
  instance: z.object({ mfa_mode: mfaMode, password_max_age_days: z.int() }),
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
  body: z.strictObject({ mfa_mode: mfaMode.nullable(), password_max_age_days: passwordMaxAge.nullable() }).partial().extend({ version: z.int().min(1).optional() }),
  answer: z.object({ message: z.string().optional(), object: settingsSchema }),
})
