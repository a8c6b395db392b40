/** What the panel of an exemption is made of: it comes with the first one that is opened. */
export { DecisionTab } from './decision-tab.tsx'
export { ExemptionDetails } from './exemption-details.tsx'
