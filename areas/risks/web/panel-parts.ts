/** What the panel of a risk is made of: it comes with the first one that is opened. */
export { ApprovalTab } from './approval-tab.tsx'
export { LevelsTab } from './levels-tab.tsx'
export { RiskDetails } from './risk-details.tsx'
