/** Une autre échelle pour un registre. */
export const rescaleFr = {
  title: 'Changer d’échelle de risque : {name}',
  lead: 'Chaque rang de l’échelle actuelle passe à un rang de la nouvelle ; les niveaux en découlent. Les risques clos passent tels qu’ils ont été clos.',
  no_other: 'Il n’y a pas encore d’autre échelle de risque : un administrateur en ajoute une dans les échelles.',
  do: 'Changer d’échelle',
  preview: '{count, plural, =0 {Aucun risque} one {Effet sur son risque} other {Effet sur ses # risques}}',
  becomes: 'devient',
  above: 'Au-dessus de l’appétence : {before} avant, {after} après.',
  stale: '{count, plural, one {Une approbation devient périmée, car son niveau bouge.} other {# approbations deviennent périmées, car leur niveau bouge.}}',
  requests: '{count, plural, one {Une demande d’approbation est à refaire.} other {# demandes d’approbation sont à refaire.}}',
} as const
