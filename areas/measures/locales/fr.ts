import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { en } from './en.ts'

export const fr = {
  pages: { security_bases: 'Socles de sécurité', measures: 'Mesures', perimeters: 'Périmètres', policies: 'Politiques', differences: 'Écarts entre mesures' },
  entities: {
    measure: {
      one: 'Mesure',
      many: 'Mesures',
      new: 'Nouvelle mesure',
      sections: { general: 'Général', effort: 'Effort', efficiency: 'Efficacité' },
      fields: {
        identifier: 'Identifiant', name: 'Nom', description: 'Description', solution: 'Modèle de mesure', perimeter: 'Périmètre', category: 'Catégorie', status: 'Statut', decision: 'Décision',
        justification: 'Justification', implemented_by: 'Mise en œuvre par', manager: 'Responsable', efficiency: 'Efficacité', base_efficiency: 'Efficacité de base', efficiency_reason: 'Motif du changement',
        implemented_on: 'Mise en œuvre le', serves_self: 'Sert son propre périmètre', beneficiaries: 'Périmètres bénéficiaires', requirements: 'Exigences', yearly_cost: 'Coût annuel (k€)',
        yearly_internal_charge: 'Charge interne annuelle (JH)', build_days: 'Mise en œuvre (JH)',
      },
      choices: {
        status: { TO_IMPLEMENT: 'À traiter', NOT_IMPLEMENTED: 'Non mise en œuvre', IMPLEMENTED: 'Mise en œuvre' },
        decision: { PLANNED: 'Planifiée', DISCARDED: 'Non retenue' },
      },
    },
  },
  status: { implemented_by: 'mise en œuvre par {perimeter}', offered: 'Proposée', change: 'Changer le statut' },
  dialogs: {
    implement: 'Mettre en œuvre la mesure',
    plan: 'Ajouter une action de mise en œuvre',
    discard: 'Ne pas retenir la mesure',
    reset: 'Réinitialiser la mesure',
    reset_not_implemented: 'La mesure revient à « À traiter » et son action de mise en œuvre est supprimée.',
    reset_implemented: 'La mesure revient à « À traiter ». Ses actions et tâches récurrentes sont supprimées ; les indicateurs, écarts et risques sont dissociés mais conservés ; les modifications de la description sont perdues ; ses bénéficiaires perdent le bénéfice.',
    benefit_title: '{measure} est proposée à {perimeter}',
    accept: 'Accepter',
    decline: 'Refuser',
  },
  errors: {
    no_edit: 'Vous n’avez pas le droit de modifier cette mesure',
    no_reset: 'Vous n’avez pas le droit de réinitialiser cette mesure',
    cannot_convert: 'Impossible de convertir le statut de la mesure',
    invalid_form: 'Formulaire non valide',
    fill_failed: 'Impossible de reprendre les données de la mesure',
    own_perimeter: 'Une mesure sert déjà son propre périmètre',
    internal_only: 'Seuls les périmètres internes ont un socle de sécurité',
    fixed: 'Une mesure garde son périmètre et son modèle',
    reason_needed: 'Indiquez pourquoi l’efficacité change',
    reset_first: 'Réinitialisez d’abord la mesure',
    missing_perimeter: 'Périmètre manquant',
  },
} as const satisfies Catalogue<typeof en>
