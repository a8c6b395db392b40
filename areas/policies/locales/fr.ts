import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { en } from './en.ts'

export const fr = {
  pages: { policies: 'Politiques et référentiels', policy: 'Politique', statement: 'Déclaration d’applicabilité', difference: 'Différences' },
  entities: {
    policy: {
      one: 'Politique', many: 'Politiques', new: 'Nouvelle politique', sections: { general: 'Général' },
      removal: 'La suppression effacera toutes les données associées, voulez-vous continuer ?',
      fields: {
        identifier: 'Identifiant', name: 'Nom', description: 'Description', kind: 'Nature', provider: 'Éditeur', current_version: 'Version', requirements: 'Exigences', perimeters: 'Périmètres',
        archived: 'Archivée', catalog_type: 'Catalogue', urn: 'URN', translations: 'Autres langues', publication: 'Publication', fork_of: 'Copiée de', in_quota: 'Comptée dans le quota',
      },
      choices: {
        publication: { DRAFT: 'Brouillon', PUBLISHED: 'Publiée', ARCHIVED: 'Archivée' },
        kind: { REGULATION: 'Réglementation', CERTIFICATION: 'Certification', INDUSTRY: 'Secteur', INTERNAL: 'Interne' },
        catalog_type: { PUBLIC: 'Public', INSTANCE: 'Instance', PRIVATE: 'Privé' },
      },
      actions: { publish: 'Publication d’une version', confirm_links: 'Modèles de mesure confirmés' },
    },
    policy_version: {
      one: 'Version', many: 'Versions', new: 'Nouvelle version', sections: { general: 'Général' },
      fields: {
        policy: 'Politique', label: 'Version', number: 'Numéro', status: 'Statut', published_at: 'Publiée le', notes: 'Notes', requirements: 'Exigences', min_score: 'Score minimal',
        max_score: 'Score maximal', implementation_groups: 'Groupes de mise en œuvre', source: 'Source',
      },
      choices: { status: { DRAFT: 'Brouillon', PUBLISHED: 'Publiée', SUPERSEDED: 'Remplacée' } },
      actions: { publish: 'Publication', supersede: 'Remplacée par une autre version', fill: 'Contenu repris' },
    },
    control_group: {
      one: 'Groupe', many: 'Groupes', new: 'Nouveau groupe', sections: { general: 'Général' },
      fields: {
        policy_version: 'Version', parent: 'Groupe parent', identifier: 'Identifiant', name: 'Nom', description: 'Description', weight: 'Poids', annotation: 'Note', urn: 'URN',
        translations: 'Autres langues',
      },
      choices: {},
    },
    policy_structure: {
      one: 'Ligne', many: 'Groupes et exigences', new: 'Importer une structure', sections: {},
      fields: { group: 'Groupe', identifier: 'Identifiant', name: 'Nom', description: 'Description', weight: 'Poids' },
      choices: {},
    },
    control: {
      one: 'Exigence', many: 'Exigences', new: 'Nouvelle exigence', sections: { general: 'Général', scoring: 'Évaluation', evidence: 'Preuves' },
      fields: {
        policy_version: 'Version', control_group: 'Groupe', identifier: 'Identifiant', name: 'Nom', description: 'Description', weight: 'Poids', level: 'Niveau',
        implementation_groups: 'Groupes de mise en œuvre', lineage_id: 'Lignée', solutions: 'Modèles de mesure', threats: 'Menaces', typical_evidence: 'Preuves habituelles', annotation: 'Note',
        source: 'Source', urn: 'URN', translations: 'Autres langues',
      },
      actions: { solutions: 'Rattachement des modèles de mesure' },
      choices: {},
    },
    policy_application: {
      one: 'Application', many: 'Applications', new: 'Nouvelle application', sections: { general: 'Général' },
      fields: {
        policy: 'Politique', policy_version: 'Version', perimeter: 'Périmètre', label: 'Nom', weight: 'Poids', level: 'Niveau d’application', implementation_groups: 'Groupes de mise en œuvre',
        target_score: 'Score cible',
      },
      actions: { adopt: 'Adoption d’une version' },
      choices: {},
    },
    control_not_applicable: {
      one: 'Exclusion', many: 'Exclusions', new: 'Nouvelle exclusion', sections: { general: 'Général' },
      fields: { perimeter: 'Périmètre', lineage_id: 'Exigence', requirement: 'Exigence', justification: 'Justification', decided_at: 'Décidée le' },
      choices: {},
    },
  },
  actions: {
    import_framework: 'Importer un référentiel', import_structure: 'Groupes et exigences depuis Excel…', publish: 'Publier', draft: 'Nouvelle version', open_draft: 'Ouvrir le brouillon', apply: 'Appliquer à des périmètres', compare: 'Comparer des versions',
    adopt: 'Adopter la version en vigueur…', scores: 'Scores', solutions_from_requirements: 'Un modèle de mesure par exigence', solutions_from_mapping: 'Modèles de mesure d’un autre référentiel…',
  },
  confirm: {
    fork: 'Copier « {name} » avec toutes ses exigences ?',
    publish: 'Publier {version} ?',
    publish_text: 'Elle ne pourra plus être modifiée. Chaque périmètre garde sa version tant qu’il n’adopte pas celle-ci.',
    solutions_from_requirements: 'Chaque exigence sans modèle de mesure en reçoit un, qui porte son nom.',
  },
  tree: {
    search: 'Rechercher des exigences', perimeter: 'Vue d’un périmètre', expand_all: 'Tout déplier', collapse_all: 'Tout replier', expand: 'Déplier {name}', collapse: 'Replier {name}',
    nothing_found: 'Aucune exigence ne correspond', empty: 'Cette version est encore vide',
  },
  solutions: {
    none: 'Aucun modèle de mesure', to_confirm: 'À confirmer', none_waiting: 'Il ne reste rien à confirmer', waiting: '{count, plural, one {# à confirmer} other {# à confirmer}}', confirm_shown: '{count, plural, one {Confirmer celui-ci} other {Confirmer ces #}}', confirm: 'Confirmer {name}', share_of: 'Part de {name}', add: 'Ajouter un modèle de mesure', unmapped: 'Sans modèle de mesure, cette exigence compte pour 0.',
    under: 'Le total des parts est de {total} % : le reste de l’exigence n’est pas couvert.', covered: 'Le total des parts est de {total} % : l’exigence peut être entièrement couverte.',
  },
  applicability: {
    title: 'Applicabilité', short: 'Non applicable', none: 'Non applicable', everywhere: 'Cette exigence s’applique partout où la politique s’applique.', not_applied: 'La politique n’est encore appliquée nulle part.',
    include: 'Rendre applicable', exclude: 'Non applicable ici',
  },
  apply: {
    title: 'Appliquer « {name} »', already: 'déjà appliquée', weight_help: '0 : suivie sans effet au-dessus',
    run: '{count, plural, =0 {Appliquer} one {Appliquer à # périmètre} other {Appliquer à # périmètres}}',
  },
  adopt: { title: 'Nouvelle version pour {name}', run: 'Adopter la version {version}', behind: '{version}, pas celle en vigueur' },
  difference: {
    between: 'De la version {from} à la version {to}', none: 'Aucune différence', with: 'Comparer avec',
    added: '{count, plural, one {# ajout} other {# ajouts}}', changed: '{count, plural, one {# modification} other {# modifications}}', removed: '{count, plural, one {# suppression} other {# suppressions}}',
  },
  mapping: { text: 'Une correspondance complète donne une part de 100 %, une partielle 50 %, à confirmer.', set: 'Correspondance' },
  statement: {
    ALL: 'Toutes', APPLICABLE: 'Applicable', NOT_APPLICABLE: 'Non applicable', OUT_OF_LEVEL: 'Hors niveau', export: 'Exporter', decided: 'Décision',
    basis: { LEVEL: 'Demandée par son niveau : {level}', GROUP: 'Demandée par ses groupes : {groups}', ALWAYS: 'Demandée par la politique à tous les niveaux' },
  },
  notes: { title: 'Notes de la {version}', edit: 'Modifier les notes', none: 'Dites ce que cette version apporte de nouveau' },
  levels: { '1': 'Obligatoire', '2': 'Recommandée', '3': 'Souhaitable', all: 'Tous les niveaux', up_to: 'Jusqu’au niveau {level}' },
  messages: {
    published: 'La version est publiée',
    adopted: 'Le périmètre est passé à la nouvelle version',
    applied: '{count, plural, one {Politique appliquée à # périmètre} other {Politique appliquée à # périmètres}}',
    confirmed: '{count, plural, =0 {Il ne restait rien à confirmer} one {# modèle de mesure confirmé} other {# modèles de mesure confirmés}}',
    linked: '{count, plural, =0 {Aucun modèle de mesure n’a été lié} one {# modèle de mesure lié} other {# modèles de mesure liés}}',
  },
  errors: {
    weight: 'Erreur interne, poids non valide',
    duplication: 'La copie de la politique a échoué',
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
