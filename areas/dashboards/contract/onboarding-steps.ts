import type { Right } from '#kit/contract/right.ts'

/** The first steps of an organisation, in the order in which they help most (NAV-26, SHL-35); connectors join them once there are any. */
export const onboardingSteps = [
  'name',
  'access_control',
  'policy-industry',
  'policy-regulations',
  'policy-certifications',
  'policy-import-mapping',
  'perimeter-mapping',
  'action-plans',
  'action-plans-mapping',
  'security-objectives',
  'security-bases',
] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export const stepStates = ['DONE', 'SKIPPED'] as const
export type StepState = (typeof stepStates)[number]

/** What a step saves that not every organisation may, whatever its pilots' roles: a subscription may leave it out. */
const needed: Readonly<Partial<Record<OnboardingStep, readonly Right[]>>> = {
  name: ['organisation_settings.write'],
  access_control: ['organisation_settings.write', 'member.create'],
}

/** The steps of an organisation whose pilots hold these rights. */
export const stepsFor = (holds: (right: Right) => boolean): readonly OnboardingStep[] => onboardingSteps.filter((step) => needed[step]?.every(holds) ?? true)

/** Where somebody goes on: the first step without an answer, else the first one. */
export const openStep = (steps: readonly OnboardingStep[], answers: Readonly<Partial<Record<OnboardingStep, StepState>>>): OnboardingStep =>
  steps.find((step) => answers[step] === undefined) ?? steps[0] ?? 'name'
