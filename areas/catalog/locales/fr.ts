import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { en } from './en.ts'

const origin = { catalog_type: 'Catalogue', urn: 'URN', translations: 'Autres langues' } as const
const catalogType = { PUBLIC: 'Public', INSTANCE: 'Instance', PRIVATE: 'Privé' } as const

export const fr = {
  pages: { solutions: 'Modèles de mesure', threats: 'Menaces', risk_matrices: 'Matrices de risque', questions: 'Questions', mapping_sets: 'Correspondances', categories: 'Catégories', labels: 'Étiquettes' },
  matrix: { grid: 'Matrice', caption: 'Vraisemblance vers le haut, gravité vers la droite' },
  mapping: {
    pairs: 'Paires', relationship: 'Relation', more: 'Afficher la suite',
    relationships: { equal: 'équivaut à', subset: 'fait partie de', superset: 'englobe', intersect: 'recoupe', not_related: 'est sans rapport avec' },
  },
  entities: {
    category: { one: 'Catégorie', many: 'Catégories', new: 'Nouvelle catégorie', sections: { general: 'Général' }, fields: { name: 'Nom', color: 'Couleur' }, choices: {} },
    label: { one: 'Étiquette', many: 'Étiquettes', new: 'Nouvelle étiquette', sections: { general: 'Général' }, fields: { name: 'Nom', color: 'Couleur' }, choices: {} },
    solution: {
      one: 'Modèle de mesure',
      many: 'Modèles de mesure',
      new: 'Nouveau modèle de mesure',
      sections: { general: 'Général', effort: 'Effort', evidence: 'Preuves' },
      fields: {
        identifier: 'Identifiant', name: 'Nom', description: 'Description', category: 'Catégorie', nature: 'Nature', csf_function: 'Fonction', yearly_cost: 'Coût annuel (k€)',
        yearly_internal_charge: 'Charge interne annuelle (JH)', build_days: 'Mise en œuvre (JH)', typical_evidence: 'Preuves habituelles', annotation: 'Note', archived: 'Archivé', ...origin,
      },
      choices: {
        nature: { policy: 'Politique', process: 'Processus', technical: 'Technique', physical: 'Physique', procedure: 'Procédure' },
        csf_function: { govern: 'Gouverner', identify: 'Identifier', protect: 'Protéger', detect: 'Détecter', respond: 'Répondre', recover: 'Rétablir' },
        catalog_type: catalogType,
      },
    },
    threat: {
      one: 'Menace', many: 'Menaces', new: 'Nouvelle menace', sections: { general: 'Général' },
      fields: { identifier: 'Identifiant', name: 'Nom', description: 'Description', annotation: 'Note', ...origin }, choices: { catalog_type: catalogType },
    },
    risk_matrix: {
      one: 'Matrice de risque', many: 'Matrices de risque', new: 'Nouvelle matrice de risque', removal: 'La suppression effacera toutes les données associées, voulez-vous continuer ?', sections: { general: 'Général' },
      fields: { identifier: 'Identifiant', name: 'Nom', description: 'Description', definition: 'Matrice', ...origin }, choices: { catalog_type: catalogType },
    },
    question: {
      one: 'Question', many: 'Questions', new: 'Nouvelle question', sections: { general: 'Général' },
      fields: {
        framework_urn: 'Référentiel', node_urn: 'Exigence', text: 'Question', type: 'Type', weight: 'Poids', annotation: 'Note', rules: 'Conditions', position: 'Ordre', choices: 'Choix',
        value: 'Réponse', description: 'Description', add_score: 'Points', compute_result: 'Résultat', color: 'Couleur', select_implementation_groups: 'Groupes de mise en œuvre', ...origin,
      },
      choices: {
        type: { unique_choice: 'Un choix', multiple_choice: 'Plusieurs choix', text: 'Texte', date: 'Date', number: 'Nombre', boolean: 'Oui ou non' },
        compute_result: { compliant: 'Conforme', partially_compliant: 'Partiellement conforme', non_compliant: 'Non conforme', not_applicable: 'Non applicable', true: 'Oui', false: 'Non' },
        catalog_type: catalogType,
      },
    },
    mapping_set: {
      one: 'Correspondance', many: 'Correspondances', new: 'Nouvelle correspondance', removal: 'La suppression effacera toutes les données associées, voulez-vous continuer ?', sections: { general: 'Général' },
      fields: { identifier: 'Identifiant', name: 'Nom', description: 'Description', source_framework_urn: 'De', target_framework_urn: 'Vers', pairs: 'Paires', ...origin }, choices: { catalog_type: catalogType },
    },
  },
} as const satisfies Catalogue<typeof en>
