import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { en } from './en.ts'

export const fr = {
  pages: { policies: 'Politiques', policy: 'Politique', statement: 'Déclaration d’applicabilité' },
  entities: {
    policy: {
      one: 'Politique', many: 'Politiques', new: 'Nouvelle politique', sections: { general: 'Général' },
      fields: {
        identifier: 'Identifiant', name: 'Nom', description: 'Description', kind: 'Nature', provider: 'Éditeur', current_version: 'Version', requirements: 'Exigences', perimeters: 'Périmètres',
        archived: 'Archivée', catalog_type: 'Catalogue', urn: 'URN', translations: 'Autres langues',
      },
      choices: {
        kind: { REGULATION: 'Réglementation', CERTIFICATION: 'Certification', INDUSTRY: 'Secteur', INTERNAL: 'Interne' },
        catalog_type: { PUBLIC: 'Public', INSTANCE: 'Instance', PRIVATE: 'Privé' },
      },
    },
    policy_version: {
      one: 'Version', many: 'Versions', new: 'Nouvelle version', sections: { general: 'Général' },
      fields: {
        policy: 'Politique', label: 'Version', number: 'Numéro', status: 'Statut', published_at: 'Publiée le', notes: 'Notes', requirements: 'Exigences', min_score: 'Score minimal',
        max_score: 'Score maximal', implementation_groups: 'Groupes de mise en œuvre', source: 'Source',
      },
      choices: { status: { DRAFT: 'Brouillon', PUBLISHED: 'Publiée', SUPERSEDED: 'Remplacée' } },
    },
    control_group: {
      one: 'Groupe', many: 'Groupes', new: 'Nouveau groupe', sections: { general: 'Général' },
      fields: {
        policy_version: 'Version', parent: 'Groupe parent', identifier: 'Identifiant', name: 'Nom', description: 'Description', weight: 'Poids', annotation: 'Note', urn: 'URN',
        translations: 'Autres langues',
      },
      choices: {},
    },
    control: {
      one: 'Exigence', many: 'Exigences', new: 'Nouvelle exigence', sections: { general: 'Général', scoring: 'Évaluation', evidence: 'Preuves' },
      fields: {
        policy_version: 'Version', control_group: 'Groupe', identifier: 'Identifiant', name: 'Nom', description: 'Description', weight: 'Poids', level: 'Niveau',
        implementation_groups: 'Groupes de mise en œuvre', lineage_id: 'Lignée', solutions: 'Modèles de mesure', threats: 'Menaces', typical_evidence: 'Preuves habituelles', annotation: 'Note',
        source: 'Source', urn: 'URN', translations: 'Autres langues',
      },
      choices: {},
    },
    policy_application: {
      one: 'Application', many: 'Applications', new: 'Nouvelle application', sections: { general: 'Général' },
      fields: {
        policy: 'Politique', policy_version: 'Version', perimeter: 'Périmètre', label: 'Nom', weight: 'Poids', level: 'Niveau d’application', implementation_groups: 'Groupes de mise en œuvre',
        target_score: 'Score cible',
      },
      choices: {},
    },
    control_not_applicable: {
      one: 'Exclusion', many: 'Exclusions', new: 'Nouvelle exclusion', sections: { general: 'Général' },
      fields: { perimeter: 'Périmètre', lineage_id: 'Exigence', requirement: 'Exigence', justification: 'Justification', decided_at: 'Décidée le' },
      choices: {},
    },
  },
  levels: { '1': 'Obligatoire', '2': 'Recommandée', '3': 'Souhaitable', all: 'Tous les niveaux', up_to: 'Jusqu’au niveau {level}' },
  messages: {
    published: 'La version est publiée',
    adopted: 'Le périmètre est passé à la nouvelle version',
    applied: '{count, plural, one {Politique appliquée à # périmètre} other {Politique appliquée à # périmètres}}',
    linked: '{count, plural, =0 {Aucun modèle de mesure n’a été lié} one {# modèle de mesure lié} other {# modèles de mesure liés}}',
  },
  errors: {
    in_use: 'Cette politique ne peut être ni supprimée ni modifiée tant qu’elle est utilisée',
    publication: 'Impossible de changer l’état de publication',
    quota: 'Quota atteint : impossible de créer ou d’associer des politiques, contactez-nous pour l’augmenter',
    draft_exists: 'Cette politique a déjà un brouillon',
    not_published: 'Publiez d’abord une version de cette politique',
    internal_only: 'Une politique ne s’applique qu’aux périmètres internes actifs',
    fixed: 'Cette valeur ne peut plus changer une fois enregistrée',
    cycle: 'Un groupe ne peut pas être placé sous lui-même',
    group_not_empty: 'Videz d’abord ce groupe',
  },
} as const satisfies Catalogue<typeof en>
