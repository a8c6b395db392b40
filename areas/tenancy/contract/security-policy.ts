import { z } from 'zod'

/** Whether strong authentication is nobody's, each person's choice, or everybody's (ACC-76). */
export const mfaModes = ['DISABLED', 'USER_CHOICE', 'ENFORCED'] as const
export type MfaMode = (typeof mfaModes)[number]

/** What an instance may switch on before everybody has it (ACC-42); all on unless instance or customer says otherwise. */
export const flagNames = ['se_campaigns', 'security_base_v2', 'new_policy_coverage', 'action_plan_v2', 'dashboard_section_edit'] as const
export type FlagName = (typeof flagNames)[number]

/** Days after which a password must be changed; 0: never. */
export const passwordMaxAge = z.int().min(0).max(3650)

/** What overrides the flags of the level above; null gives one back to it. */
export const flagOverrides = z
  .strictObject({
    se_campaigns: z.boolean().nullable(),
    security_base_v2: z.boolean().nullable(),
    new_policy_coverage: z.boolean().nullable(),
    action_plan_v2: z.boolean().nullable(),
    dashboard_section_edit: z.boolean().nullable(),
  } satisfies Record<FlagName, z.ZodType>)
  .partial()
