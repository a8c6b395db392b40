export const memberFindings = {
  GONE_HOLDING: 'Personne partie qui détient encore des objets',
  EXTERNAL_OVER: 'Accès externe échu et encore actif',
  ADMIN_NOT_STRONG: 'Administrateur protégé par un seul mot de passe',
  NEVER_CAME: 'Utilisateur jamais connecté',
} as const
