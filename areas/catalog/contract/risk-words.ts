/** What business values stand on, by kind (RSK-14). */
export const assetTypes = ['HARDWARE', 'SOFTWARE', 'NETWORK', 'PEOPLE', 'SITE', 'PROVIDER'] as const
export type AssetType = (typeof assetTypes)[number]

/** Where harm comes from: people who want it, people who do not, things and others that fail, and nature. */
export const threatSources = ['ATTACKER', 'INSIDER', 'ERROR', 'FAILURE', 'PROVIDER', 'NATURE'] as const

/** How likely or how grave something is as catalogues say it: scales are an organisation's own, with three to six places on a side. */
export const riskSteps = ['VERY_LOW', 'LOW', 'MEDIUM', 'HIGH', 'VERY_HIGH'] as const
export type RiskStep = (typeof riskSteps)[number]

/** The place of a step on a side of an organisation's risk scale, the lowest being 1: ends are ends, what is between is rounded up. */
export const placeOfStep = (step: RiskStep, places: number): number => 1 + Math.ceil((riskSteps.indexOf(step) * (places - 1)) / (riskSteps.length - 1))
