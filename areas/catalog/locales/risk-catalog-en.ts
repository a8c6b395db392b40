import { catalogType, done, said } from './common-en.ts'

const assetTypes = { HARDWARE: 'Hardware', SOFTWARE: 'Software', NETWORK: 'Network', PEOPLE: 'People', SITE: 'Site', PROVIDER: 'Provider' } as const
const steps = { VERY_LOW: 'Very low', LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', VERY_HIGH: 'Very high' } as const

export const riskPagesEn = {
  risk_models: 'Typical risks',
  business_value_models: 'Typical business values',
  supporting_asset_models: 'Kinds of supporting assets',
  risk_threats: 'Threats of analyses',
  risks_catalog: 'Risk catalogue',
} as const

export const riskKindsEn = {
  threat: 'Threat',
  supporting_asset_model: 'Kind of supporting asset',
  business_value_model: 'Typical business value',
  risk_model: 'Typical risk',
} as const

/** Entities that risks and their analyses begin with. */
export const riskCatalogEn = {
  threat: {
    one: 'Threat',
    many: 'Threats',
    all: 'All',
    new: 'New threat',
    none: 'No threat yet',
    none_text:
      'Threats, which libraries bring and the catalogue shares, say what requirements and measures protect against: phishing, theft of equipment, failure of a provider.',
    sections: { general: 'General', details: 'In analyses' },
    actions: done,
    any: { source: 'All', asset_types: 'All', probability: 'All', solutions: 'All' },
    linked: { solutions: 'Threats that it helps against' },
    fields: {
      ...said,
      source: 'Source',
      asset_types: 'Asset types',
      probability: 'Default probability',
      solutions: 'Measure models',
      annotation: 'Note',
    },
    choices: {
      source: {
        ATTACKER: 'Attacker',
        INSIDER: 'Malicious insider',
        ERROR: 'Human error',
        FAILURE: 'Failure',
        PROVIDER: 'Provider',
        NATURE: 'Natural event',
      },
      asset_types: assetTypes,
      probability: steps,
      catalog_type: catalogType,
    },
  },
  supporting_asset_model: {
    one: 'Kind of supporting asset',
    many: 'Kinds of supporting assets',
    new: 'New kind of supporting asset',
    none: 'No kind of supporting asset yet',
    none_text: 'Supporting assets by kind: servers, stations, software, networks, people, premises, providers; the catalogue shares thirty.',
    sections: { general: 'General' },
    actions: done,
    any: { type: 'All' },
    linked: {},
    fields: { ...said, type: 'Type' },
    choices: { type: assetTypes, catalog_type: catalogType },
  },
  business_value_model: {
    one: 'Typical business value',
    many: 'Typical business values',
    all: 'All',
    new: 'New typical business value',
    none: 'No typical business value yet',
    none_text: 'Processes and information that most organisations live by, with how much protection they usually need; the catalogue shares a dozen.',
    sections: { general: 'General', details: 'Usual needs' },
    actions: done,
    any: { type: 'All' },
    linked: {},
    fields: {
      ...said,
      type: 'Type',
      availability: 'Availability',
      integrity: 'Integrity',
      confidentiality: 'Confidentiality',
      traceability: 'Traceability',
    },
    choices: { type: { PROCESS: 'Process', INFORMATION: 'Information' }, catalog_type: catalogType },
  },
  risk_model: {
    one: 'Typical risk',
    many: 'Typical risks',
    new: 'New typical risk',
    none: 'No typical risk yet',
    none_text: 'A typical risk says what may happen to what, how bad it usually is and what helps; the catalogue shares twenty.',
    sections: { general: 'General', details: 'Scenario', treatment: 'Treatment' },
    actions: done,
    any: { impact: 'All', probability: 'All', threats: 'All', assets: 'All', business_values: 'All', solutions: 'All' },
    linked: {
      threats: 'Typical risks with this threat',
      assets: 'Typical risks to this kind of asset',
      business_values: 'Typical risks to this business value',
      solutions: 'Typical risks that it helps against',
    },
    fields: {
      ...said,
      impact: 'Usual impact',
      probability: 'Usual probability',
      threats: 'Threats',
      assets: 'Kinds of supporting assets',
      business_values: 'Business values',
      solutions: 'Proposed measures',
    },
    choices: { impact: steps, probability: steps, catalog_type: catalogType },
  },
} as const
