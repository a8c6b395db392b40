import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { workersEn } from './workers-en.ts'

/** What the page of workers says. */
export const workersFr: Catalogue<typeof workersEn> = {
  name_hint: 'Le lieu où il s’exécute, par exemple le nom d’un site',
  make: 'Mettre en place',
  token_title: 'Jeton de {name}',
  token_text: 'Il est affiché cette seule fois et n’est conservé nulle part. Il ne donne rien d’autre que les exécutions de cet agent.',
  token: 'Jeton',
  copy: 'Copier',
  copied: 'Copié',
  not_copied: 'La copie a échoué',
  address: 'Adresse',
  run_it: 'À lancer sur une machine dotée de Node 22 ou plus récent, qui joint cette adresse et vos services',
  stored: 'Le jeton est rangé en lieu sûr',
  done: 'Terminé',
  leave: 'Partir sans lui',
  leave_question: 'Partir sans le jeton ?',
  leave_text: 'Personne ne pourra plus le lire. Sans lui, cet agent ne viendra jamais.',
  renew: 'Renouveler son fichier',
  revoke: 'Révoquer',
  revoke_question: 'Révoquer l’agent ?',
  revoke_text: 'Il n’est plus admis dès cet instant. Ses connecteurs attendent qu’un autre leur soit donné.',
  rule: 'Un agent vient de lui-même : rien ne le joint de l’extérieur. Les configurations de ses exécutions lui parviennent sous TLS, secrets compris, et ne sont conservées nulle part chez lui.',
}
