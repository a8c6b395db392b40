/** The first steps of an organisation, in the order in which they help most (NAV-26, SHL-35); connectors join them once there are any. */
export const onboardingSteps = [
  'name', 'access_control', 'policy-industry', 'policy-regulations', 'policy-certifications', 'policy-import-mapping', 'perimeter-mapping', 'action-plans',
  'action-plans-mapping', 'security-objectives', 'security-bases',
] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export const stepStates = ['DONE', 'SKIPPED'] as const
export type StepState = (typeof stepStates)[number]

/** Where somebody goes on: the first step without an answer, else the first one. */
export const openStep = (steps: Readonly<Partial<Record<OnboardingStep, StepState>>>): OnboardingStep => onboardingSteps.find((step) => steps[step] === undefined) ?? 'name'
