import { catalogType, done, said } from './common-fr.ts'

const assetTypes = { HARDWARE: 'Matériel', SOFTWARE: 'Logiciel', NETWORK: 'Réseau', PEOPLE: 'Personnes', SITE: 'Site', PROVIDER: 'Prestataire' } as const
const probabilities = { VERY_LOW: 'Très faible', LOW: 'Faible', MEDIUM: 'Moyenne', HIGH: 'Élevée', VERY_HIGH: 'Très élevée' } as const
const impacts = { VERY_LOW: 'Très faible', LOW: 'Faible', MEDIUM: 'Moyenne', HIGH: 'Élevée', VERY_HIGH: 'Très élevée' } as const

export const riskPagesFr = {
  risk_models: 'Risques types',
  business_value_models: 'Valeurs métier types',
  supporting_asset_models: 'Types de biens supports',
  risk_threats: 'Menaces des analyses',
  risks_catalog: 'Catalogue des risques',
} as const

export const riskKindsFr = {
  threat: 'Menace',
  supporting_asset_model: 'Type de bien support',
  business_value_model: 'Valeur métier type',
  risk_model: 'Risque type',
} as const

/** Ce par quoi commencent les risques et leurs analyses. */
export const riskCatalogFr = {
  threat: {
    one: 'Menace',
    many: 'Menaces',
    all: 'Toutes',
    new: 'Nouvelle menace',
    none: 'Aucune menace pour l’instant',
    none_text:
      'Les menaces, que des bibliothèques apportent et que le catalogue partage, expliquent contre quoi les exigences et les mesures protègent : hameçonnage, vol de matériel, défaillance d’un prestataire.',
    sections: { general: 'Général', details: 'Dans les analyses' },
    actions: done,
    any: { source: 'Toutes', asset_types: 'Tous', probability: 'Toutes', solutions: 'Tous' },
    linked: { solutions: 'Menaces contre lesquelles il aide' },
    fields: {
      ...said,
      source: 'Source',
      asset_types: 'Types de biens',
      probability: 'Vraisemblance par défaut',
      solutions: 'Modèles de mesure',
      annotation: 'Note',
    },
    choices: {
      source: {
        ATTACKER: 'Attaquant',
        INSIDER: 'Malveillance interne',
        ERROR: 'Erreur humaine',
        FAILURE: 'Défaillance',
        PROVIDER: 'Prestataire',
        NATURE: 'Événement naturel',
      },
      asset_types: assetTypes,
      probability: probabilities,
      catalog_type: catalogType,
    },
  },
  supporting_asset_model: {
    one: 'Type de bien support',
    many: 'Types de biens supports',
    new: 'Nouveau type de bien support',
    none: 'Aucun type de bien support pour l’instant',
    none_text: 'Biens supports par type : serveurs, postes, logiciels, réseaux, personnes, locaux, prestataires ; le catalogue en partage trente.',
    sections: { general: 'Général' },
    actions: done,
    any: { type: 'Tous' },
    linked: {},
    fields: { ...said, type: 'Type' },
    choices: { type: assetTypes, catalog_type: catalogType },
  },
  business_value_model: {
    one: 'Valeur métier type',
    many: 'Valeurs métier types',
    all: 'Toutes',
    new: 'Nouvelle valeur métier type',
    none: 'Aucune valeur métier type pour l’instant',
    none_text:
      'Les processus et informations dont vivent la plupart des organisations, avec leurs besoins habituels de protection ; le catalogue en partage douze.',
    sections: { general: 'Général', details: 'Besoins habituels' },
    actions: done,
    any: { type: 'Tous' },
    linked: {},
    fields: {
      ...said,
      type: 'Type',
      availability: 'Disponibilité',
      integrity: 'Intégrité',
      confidentiality: 'Confidentialité',
      traceability: 'Traçabilité',
    },
    choices: { type: { PROCESS: 'Processus', INFORMATION: 'Information' }, catalog_type: catalogType },
  },
  risk_model: {
    one: 'Risque type',
    many: 'Risques types',
    new: 'Nouveau risque type',
    none: 'Aucun risque type pour l’instant',
    none_text: 'Un risque type réunit une menace, les biens touchés, une gravité habituelle et les mesures utiles ; le catalogue en partage vingt.',
    sections: { general: 'Général', details: 'Scénario', treatment: 'Traitement' },
    actions: done,
    any: { impact: 'Tous', probability: 'Toutes', threats: 'Toutes', assets: 'Tous', business_values: 'Toutes', solutions: 'Tous' },
    linked: {
      threats: 'Risques types avec cette menace',
      assets: 'Risques types pour ce type de bien',
      business_values: 'Risques types pour cette valeur métier',
      solutions: 'Risques types contre lesquels il aide',
    },
    fields: {
      ...said,
      impact: 'Gravité habituelle',
      probability: 'Vraisemblance habituelle',
      threats: 'Menaces',
      assets: 'Types de biens supports',
      business_values: 'Valeurs métier',
      solutions: 'Mesures proposées',
    },
    choices: { impact: impacts, probability: probabilities, catalog_type: catalogType },
  },
} as const
