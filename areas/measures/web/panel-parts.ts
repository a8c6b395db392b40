/** What the panel of a measure is made of: it comes with the first one that is opened. */
export { BeneficiariesTab } from './beneficiaries-tab.tsx'
export { Details } from './details.tsx'
export { EfficiencyTab } from './efficiency-tab.tsx'
export { EvidenceTab } from './evidence-tab.tsx'
