import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { en } from './en.ts'

export const fr = {
  errors: {
    setup_code: 'Ce n’est pas le code que le serveur a affiché à son démarrage',
    invalid_code: 'Code d’accès invalide, veuillez réessayer',
    passkey_refused: 'Cette clé d’accès n’a pas été acceptée',
    passkey_limit: 'Un compte a au plus {max} clés d’accès',
    not_yours: 'Cela revient au titulaire du compte seul',
    proof_needed: 'Saisissez votre mot de passe ou un code en cours',
    known_elsewhere: 'Ce compte sert aussi ailleurs : seul son titulaire peut faire cela',
    mfa_active: 'L’authentification forte est déjà activée',
    mfa_inactive: 'L’authentification forte n’est pas activée',
    mfa_DISABLED: 'L’authentification forte est désactivée ici pour tout le monde',
    mfa_ENFORCED: 'L’authentification forte est exigée ici de tout le monde',
    invalid_credentials: 'Identifiants non valides',
    locked: 'Votre compte est verrouillé',
    disabled: 'Votre compte est désactivé',
    now_locked: 'Votre compte a été verrouillé après 3 tentatives de connexion infructueuses',
    password_policy:
      'Le mot de passe doit comporter au moins 10 caractères, d’au moins 3 de ces 4 classes : minuscule, majuscule, chiffre, caractère spécial',
  },
  messages: {
    mfa_activated: 'L’authentification forte a été activée. Vous devez vérifier votre secret',
    mfa_deactivated: 'L’authentification forte a été désactivée',
    mfa_enabled: 'L’authentification forte est en service',
    mfa_reset: 'Secret d’authentification supprimé',
    recovery_codes: 'De nouveaux codes de secours ont été créés ; les précédents ne valent plus rien',
    passkey_added: 'Clé d’accès ajoutée',
    passkey_removed: 'Clé d’accès retirée',
  },
} as const satisfies Catalogue<typeof en>
