import type { linesEn } from './lines-en.ts'

/** Lignes du journal d’une exécution, dites par les adaptateurs. */
export const linesFr = {
  waits: 'Le service demande d’attendre {seconds, plural, one {# seconde} other {# secondes}}.',
  missing_right: '{metric} reste vide : le droit {right} manque.',
  not_licensed: '{metric} reste vide : la licence du service ne le comprend pas.',
  nothing_there: '{metric} reste vide : le service n’en dit rien.',
  not_readable:
    '{count, plural, one {# entrée n’a pas été comprise et est laissée de côté} other {# entrées n’ont pas été comprises et sont laissées de côté}} ; rien n’est tenu pour disparu.',
  not_enabled: '{place} : non activé à cet endroit, laissé de côté.',
  not_reached: '{place} : hors de portée de ces identifiants, laissé de côté ; rien n’y est tenu pour disparu.',
  prepares: 'Le service prépare les données.',
  part_expired: 'Une partie des données a expiré avant d’être lue et est redemandée.',
  read: '{what} : {count, plural, one {# entrée lue} other {# entrées lues}}.',
} satisfies Record<keyof typeof linesEn, string>
