export { ScorePreview } from './score-preview.tsx'
export { ToDecide } from './pending-decisions.tsx'
export { useExemptionRequest } from './use-exemption-request.ts'
export { ApplicationChoice, PolicyTabs } from './policy-tabs.tsx'
