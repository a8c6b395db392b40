import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { jobWords as english } from './jobs-en.ts'
import { linesFr } from './lines-fr.ts'

/** What runs say of themselves. */
export const jobWords: Catalogue<typeof english> = {
  sources: { MANUAL: 'À la main', SCHEDULE: 'Planification' },
  statuses: { IN_PROGRESS: 'En cours', PENDING: 'En attente de l’agent', SUCCESS: 'Réussie', WARNING: 'Avertissement', FAILED: 'Échouée' },
  reasons: {
    refused: 'Le service a refusé la clé',
    unreachable: 'Le service n’a pas répondu',
    busy: 'Le service a demandé d’attendre',
    unexpected: 'Le service a répondu quelque chose d’illisible',
    gone: 'L’emplacement à lire n’existe plus',
    too_large: 'La réponse dépasse ce qu’une exécution peut lire',
    cut_off: 'L’exécution a été interrompue',
    not_offered: 'Le service n’est plus proposé',
    quota: 'Le quota d’écarts est atteint',
    worker: 'Seul un agent atteint ce service',
    worker_away: 'Son agent n’est pas venu prendre l’exécution',
  },
  log: {
    ...linesFr,
    started:
      '{source, select, SCHEDULE {Exécution lancée par la planification} other {Exécution lancée à la main}}{attempt, plural, one {} other {, tentative {attempt}}}',
    values: '{count, plural, one {# valeur reçue} other {# valeurs reçues}}, dont {changed} nouvelles ou différentes',
    no_metric: '« {metric} » est arrivé et n’alimente rien',
    empty: '« {metric} » n’a apporté aucune valeur',
    value_refused: 'La valeur {value} de « {metric} » a été refusée : elle sort des bornes de sa métrique ou sa période est close',
    findings: '{count, plural, one {# constat lu} other {# constats lus}} : {unchanged} inchangés, {fresh} nouveaux ou différents, {gone} disparus',
    gaps: '{made} écarts ouverts, {changed} modifiés, {closed} clos',
    gaps_refused: '{count, plural, one {# constat n’a pas été repris par le registre : son écart est hors} other {# constats n’ont pas été repris par le registre : leurs écarts sont hors}} de portée',
    gaps_left:
      '{count, plural, one {# autre constat n’est devenu} other {# autres constats ne sont devenus}} aucun écart : un registre en prend {most} d’un même connecteur',
    known: 'Vulnérabilités connues : {count} lues, dont {kept} concernent des constats d’ici',
    failed:
      '{reason, select, refused {Connexion refusée} unreachable {Pas de réponse} busy {Le service a demandé d’attendre} gone {N’existe plus} too_large {La réponse est trop grande} cut_off {L’exécution a été interrompue} quota {Le quota d’écarts est atteint} not_offered {Le service n’est plus proposé} worker {Seul un agent l’atteint} worker_away {Son agent n’est pas venu} other {La réponse est illisible}}{told, select, none {} other { : « {told} »}}',
    nothing_written: 'Rien n’a été clos : ce qui n’est pas arrivé reste comme avant',
    next_try: 'Prochain essai le {at}',
    done: 'Terminé en {seconds, plural, one {# seconde} other {# secondes}}',
  },
}
