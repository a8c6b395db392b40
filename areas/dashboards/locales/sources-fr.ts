/** What the cockpit tells to dashboards. */
export const sourcesFr = {
  forecast: {
    name: 'Prévision du score',
    alone: 'Si personne n’agit',
    helped: 'Attendu avec les travaux engagés',
    perimeter: { label: 'Périmètre' },
    policy: { label: 'Politique' },
    months: { label: 'Mois à venir', 3: '3', 6: '6', 12: '12' },
  },
}
