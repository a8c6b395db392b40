export const memberFindings = {
  GONE_HOLDING: 'Personne partie encore responsable d’objets',
  EXTERNAL_OVER: 'Accès externe expiré et encore actif',
  ADMIN_NOT_STRONG: 'Administrateur protégé par un seul mot de passe',
  NEVER_CAME: 'Utilisateur jamais connecté',
} as const
