/** What risks tell to dashboards. */
export const sourcesFr = {
  matrix: {
    name: 'Matrice des risques',
    register: { label: 'Registre' },
    kind: { label: 'Niveaux', init: 'Initiaux', current: 'Actuels', target: 'Cibles' },
  },
  trend: { name: 'Risques dans le temps', register: { label: 'Registre' } },
}
