import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { en } from './en.ts'

export const fr = {
  errors: {
    setup_code: 'Ce n’est pas le code que le serveur a affiché à son démarrage',
    invalid_credentials: 'Identifiants non valides',
    locked: 'Votre compte est verrouillé',
    disabled: 'Votre compte est désactivé',
    now_locked: 'Votre compte a été verrouillé après 3 tentatives de connexion infructueuses',
    password_policy:
      'Le mot de passe doit comporter au moins 10 caractères, d’au moins 3 de ces 4 classes : minuscule, majuscule, chiffre, caractère spécial',
  },
} as const satisfies Catalogue<typeof en>
